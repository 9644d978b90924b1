/** `hasOneMode` against the likelihood itself, on a fine grid and by sums of its own. */
import { describe, expect, it } from 'vitest';
import { MeanModel } from '../../src/meta/mean-model.ts';
import { hasOneMode } from '../../src/meta/tau2.ts';
import { randomStream } from '../../src/stats/random.ts';

/** Twice the derivative of the (restricted) log likelihood of a plain mean. */
function score(yi: readonly number[], vi: readonly number[], tau2: number, restricted: boolean): number {
  const sum = (value: (w: number, i: number) => number) =>
    vi.reduce((total, v, i) => total + value(1 / (v + tau2), i), 0);
  const total = sum((w) => w);
  const mean = sum((w, i) => w * yi[i]) / total;
  return sum((w, i) => (w * (yi[i] - mean)) ** 2) - total + (restricted ? sum((w) => w * w) / total : 0);
}

/** Signs of the score, from 0 and on a grid with steps of 5 % in vi + tau2, each change once. */
function signs(yi: readonly number[], vi: readonly number[], restricted: boolean): string {
  const least = Math.min(...vi);
  let found = '';
  for (let s = least; s < 1e4 * Math.max(...vi); s *= 1.05) {
    const sign = score(yi, vi, s - least, restricted) > 0 ? '+' : '-';
    if (!found.endsWith(sign)) found += sign;
  }
  return found;
}

describe.each([true, false])('restricted: %s', (restricted) => {
  const stream = randomStream(1, 'one mode', String(restricted));
  const cases = Array.from({ length: 3000 }, (_, n) => {
    const k = 2 + stream.below(n % 3 === 0 ? 30 : 4);
    const spread = [1, 10, 100, 1e4][stream.below(4)];
    const vi = Array.from({ length: k }, () => spread ** stream.uniform());
    const tau = [0, 0.3, 1, 3][stream.below(4)];
    const yi = vi.map((v) => Math.sqrt(v + tau * tau) * stream.normal());
    const model = new MeanModel().load(Float64Array.from(yi), Float64Array.from(vi), k);
    model.at(0);
    const [trace, trace2] = restricted ? [model.trP, model.trPP] : [model.sumW, model.sumW2];
    return { signs: signs(yi, vi, restricted), isOne: hasOneMode(model.yPy, trace, trace2) };
  });

  it('never says one mode where the score turns up again', () => {
    const surely = cases.filter(({ isOne }) => isOne);
    expect(surely.filter((one) => !['-', '+-'].includes(one.signs))).toEqual([]);
    for (const kind of ['-', '+-']) {
      expect(surely.filter((one) => one.signs === kind).length).toBeGreaterThan(100);
    }
  });

  it('is not said of likelihoods that have two', () => {
    expect(cases.filter((one) => one.signs.length > 2 && one.isOne)).toEqual([]);
    expect(cases.filter((one) => one.signs.length > 2).length).toBeGreaterThan(5);
  });
});
