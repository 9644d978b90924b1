/*
 * The script of an interactive page. It swaps drawings for live ones and runs the explorer. Data come from JSON
 * elements; text reaches the page by textContent only, so no name can become markup. Vega interprets its expressions; nothing is compiled from text.
 */
(() => {
  const json = (id) => JSON.parse(document.getElementById(id).textContent);
  const options = {
    ast: true,
    actions: false,
    renderer: 'svg',
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true, theme: 'custom' },
    config: json('figure-config'),
  };

  /* Vega's own colours arrive as CSS variables, which its SVG renderer hands on to the browser. */
  async function draw(element, spec) {
    const result = await vegaEmbed(element, spec, options);
    /* The frame of a brush is no figure of its own to a screen reader. */
    for (const frame of element.querySelectorAll('.brush_brush, .brush_brush_bg')) {
      frame.removeAttribute('role');
      frame.setAttribute('aria-hidden', 'true');
    }
    return result;
  }

  /* A figure becomes live when it comes near the screen; until then, and without scripts, its drawing stands. */
  function liveFigures() {
    const specs = json('figure-specs');
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          watcher.unobserve(target);
          wake(target, specs[target.id]);
        }
      },
      { rootMargin: '300px' },
    );
    for (const figure of document.querySelectorAll('figure[data-figure]')) {
      if (specs[figure.id]) watcher.observe(figure);
    }
  }

  function wake(figure, spec) {
    const box = figure.querySelector('.scroll');
    const still = box.firstElementChild;
    const live = document.createElement('div');
    live.className = 'live';
    box.append(live);
    draw(live, spec).then(
      () => {
        /* As large as the drawing it replaces; its own proportions are in its viewBox. */
        const svg = live.querySelector('svg');
        svg.setAttribute('width', still.getAttribute('width'));
        svg.removeAttribute('height');
        still.remove();
        figure.dataset.live = '';
      },
      () => live.remove(),
    );
  }

  function explore(root) {
    const { models, spec } = json(root.dataset.explorer);
    const find = (selector) => root.querySelector(selector);
    const state = { brush: null, picked: null };
    let view = null;

    const filtered = () => {
      const family = find('[data-filter="family"]').value;
      const era = find('[data-filter="era"]').value;
      const words = find('[data-filter="name"]').value.toLowerCase();
      return models.filter(
        (model) =>
          (family === '' || model.family === family) &&
          (era === '' || model.era === era) &&
          (words === '' || model.label.toLowerCase().includes(words)),
      );
    };

    /* Rows of the drawing; those without a gap have no place in it. */
    const rows = (list) =>
      list
        .filter((model) => model.gap !== null)
        .map((model, row) => ({
          ...model,
          row,
          zero: 0,
          chosen: model.key === state.picked,
          say: `${model.label}: ${model.text}`,
        }));

    /* The models that pass the filters and, where something is brushed, lie in the brush. */
    function kept(list) {
      if (state.brush === null) return list;
      const inside = new Set(state.brush);
      const keys = new Set(
        rows(list)
          .filter((one) => inside.has(one.row))
          .map((one) => one.key),
      );
      return list.filter((model) => keys.has(model.key));
    }

    function fill() {
      const list = kept(filtered());
      find('[data-rows]').replaceChildren(...list.map(tableRow));
      find('[data-status]').textContent = `${list.length} of ${models.length} models`;
    }

    function redraw() {
      if (view !== null) view.data('models', rows(filtered())).resize().runAsync();
      fill();
    }

    function tableRow(model) {
      const row = document.createElement('tr');
      if (model.key === state.picked) row.className = 'chosen';
      const head = document.createElement('th');
      head.scope = 'row';
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'name';
      button.dir = 'auto';
      button.textContent = model.label === '' ? '(no name)' : model.label;
      button.setAttribute('aria-pressed', String(model.key === state.picked));
      button.addEventListener('click', () => pick(model.key));
      head.append(button);
      row.append(head);
      for (const [text, isNumber] of [
        [model.text, true],
        [model.passRate, true],
        [model.family, false],
        [model.era, false],
      ]) {
        row.append(cell('td', text, isNumber));
      }
      return row;
    }

    function cell(tag, text, isNumber) {
      const element = document.createElement(tag);
      if (isNumber) element.className = 'num';
      element.textContent = text;
      return element;
    }

    function pick(key) {
      state.picked = state.picked === key ? null : key;
      redraw();
      showStrata(models.find((model) => model.key === state.picked));
    }

    function showStrata(model) {
      const place = find('[data-strata]');
      place.replaceChildren();
      if (model === undefined) return;
      const title = document.createElement('h4');
      title.textContent = `${model.label}: ${model.text}`;
      const table = document.createElement('table');
      const head = document.createElement('tr');
      ['Stratum', 'Passed, hackable', 'Passed, robust', 'Gap'].forEach((text, i) => {
        const heading = cell('th', text, i > 0);
        heading.scope = 'col';
        head.append(heading);
      });
      const top = document.createElement('thead');
      top.append(head);
      const body = document.createElement('tbody');
      for (const stratum of model.strata) {
        const row = document.createElement('tr');
        stratum.forEach((text, i) => {
          row.append(cell('td', text, i > 0));
        });
        body.append(row);
      }
      table.append(top, body);
      const box = document.createElement('div');
      box.className = 'scroll';
      box.append(table);
      place.append(title, box);
    }

    for (const control of root.querySelectorAll('[data-filter]')) {
      control.addEventListener('input', () => {
        state.brush = null;
        redraw();
      });
    }
    find('[data-reset]').addEventListener('click', () => {
      for (const control of root.querySelectorAll('[data-filter]')) control.value = '';
      state.brush = null;
      redraw();
    });
    redraw();
    draw(find('[data-chart]'), spec).then((result) => {
      view = result.view;
      view.addSignalListener('brush', (_, value) => {
        state.brush = value.row === undefined || value.row.length === 0 ? null : value.row;
        fill();
      });
      view.addEventListener('click', (_, item) => {
        if (item?.datum?.key !== undefined) pick(item.datum.key);
      });
      redraw();
    });
  }

  for (const root of document.querySelectorAll('[data-explorer]')) explore(root);
  liveFigures();
})();
