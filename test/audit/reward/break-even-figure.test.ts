/** The figure of the break-even: valid, drawn whole, and with the numbers of the result. */
import { describe, expect, it } from 'vitest';
import { reward } from '../../../src/audit/reward/reward.ts';
import { breakEvenCurve } from '../../../src/report/figures/audit/break-even.ts';
import { compileSpec, renderSvg } from '../../../src/report/render.ts';
import { schemaErrors } from '../../report/schema.ts';
import { csv, range, rowsOf } from '../rows.ts';

const strategies = (honestFull: number, patchUp: number) =>
  reward({
    strategies: rowsOf(
      'strategies',
      csv(
        'task,attempt,strategy,passed,total',
        range(10).flatMap((t) => [
          [`t${t}`, 'h', 'honest', t < honestFull ? 10 : 5, 10],
          [`t${t}`, 'u', 'patch_up', patchUp, 10],
        ]),
      ),
    ),
  });

describe('breakEvenCurve', () => {
  it.each([
    [
      2,
      7,
      'Break-even at p = 0.400, reward 0.700. Observed: honest attempts succeed in 20.0 % and earn 0.600.',
    ],
    [
      0,
      4,
      'No break-even: an honest attempt earns at least as much at every p. Observed: honest attempts succeed in 0.0 % and earn 0.500.',
    ],
  ])('is drawn for %i full successes and a patch-up of %i', async (full, patchUp, description) => {
    const found = breakEvenCurve(strategies(full, patchUp));
    if (found === null) throw new Error('no figure');
    expect(found.description).toBe(description);
    expect(schemaErrors(found.spec)).toEqual([]);
    expect((await compileSpec(found.spec)).warnings).toEqual([]);
    const svg = await renderSvg(found.spec, { id: found.name, title: found.title, description });
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).toContain('observed');
  });

  it('is none without both strategies', () => {
    expect(breakEvenCurve(reward({}))).toBeNull();
    expect(breakEvenCurve(strategies(10, 7))).toBeNull();
  });
});
