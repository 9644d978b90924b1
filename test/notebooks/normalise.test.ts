/** What of an executed notebook is kept: the same for every run that found the same. */
import { describe, expect, it } from 'vitest';
import { type Notebook, normalise, notebookText } from '../../notebooks/normalise.ts';

const shown = (text: string) => ({
  output_type: 'display_data' as const,
  data: { 'text/plain': text },
  metadata: { when: 'now' },
});

/** A notebook with one cell of code, as nbconvert leaves it. */
function executed(outputs: readonly object[], source = 'await show.value(1);\n'): Notebook {
  return {
    cells: [
      {
        cell_type: 'code',
        id: 'one',
        metadata: { execution: { started: 1 } },
        execution_count: 7,
        source,
        outputs,
      },
    ],
    metadata: { kernelspec: { name: 'mine' }, language_info: { version: '6.0.3' } },
    nbformat: 4,
    nbformat_minor: 4,
  } as Notebook;
}

describe('normalise', () => {
  it('keeps source and results, counts cells from 1, drops times and versions', () => {
    expect(normalise(executed([shown('a\nb')]))).toEqual({
      cells: [
        {
          cell_type: 'code',
          execution_count: 1,
          id: 'one',
          metadata: {},
          outputs: [{ data: { 'text/plain': ['a\n', 'b'] }, metadata: {}, output_type: 'display_data' }],
          source: ['await show.value(1);'],
        },
      ],
      metadata: {
        kernelspec: { display_name: 'Deno', language: 'typescript', name: 'deno' },
        language_info: { file_extension: '.ts', mimetype: 'text/x.typescript', name: 'typescript' },
      },
      nbformat: 4,
      nbformat_minor: 5,
    });
  });

  it('gives the same for what it gave', () => {
    const once = notebookText(normalise(executed([shown('a')])));
    expect(notebookText(normalise(JSON.parse(once)))).toBe(once);
  });

  it('takes colours off and puts the pieces of a stream together', () => {
    const piece = (text: string) => ({ output_type: 'stream', name: 'stdout', text });
    const { cells } = normalise(executed([piece('\u001b[33m1\u001b[39m'), piece('2\n'), shown('x')]));
    expect(cells[0].outputs?.[0]).toEqual({ output_type: 'stream', name: 'stdout', text: ['12\n'] });
  });

  it('refuses a failed cell, a lost result, a value given back and a place on the machine', () => {
    const failing = (outputs: readonly object[], source?: string) => () =>
      normalise(executed(outputs, source));
    expect(failing([{ output_type: 'error', evalue: 'no such figure' }], 'x')).toThrow(
      'cell one failed: no such figure',
    );
    expect(failing([])).toThrow('cell one shows 1 results, 0 came');
    expect(failing([{ output_type: 'execute_result', data: {} }], 'x')).toThrow(
      'cell one gives back a value: show it by show.ts',
    );
    expect(failing([shown('at file:///a/b.ts')])).toThrow(
      'cell one shows a place on this machine: file:///a/b.ts',
    );
  });

  it('refuses a cell without an id and an id that stands twice', () => {
    const markdown = (id?: string) => ({ cell_type: 'markdown' as const, id, source: 'text' });
    expect(() => normalise({ cells: [markdown()] })).toThrow('cell 1 has no id');
    expect(() => normalise({ cells: [markdown('a'), markdown('a')] })).toThrow(
      'cell 2: the id a stands twice',
    );
  });
});
