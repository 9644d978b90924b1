/** Partial credit: what honest attempts and patch-ups earn by the success rate of honest ones, and where they meet. */
import type { RewardResult } from '../../../audit/reward/reward.ts';
import { fixed, percent } from '../../../format.ts';
import { colour } from '../../theme.ts';
import { type Figure, figure, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';

const HONEST = 'honest, partial credit';
const PATCH_UP = 'patch-up, partial credit';
const ALL_OR_NOTHING = 'honest, all or nothing';

/** null without both strategies. */
export function breakEvenCurve({ strategies }: RewardResult): Figure | null {
  const found = strategies?.breakEven;
  if (strategies === null || found === null || found === undefined) return null;
  const values = found.curve.flatMap(({ p, honest, patchUp, honestAllOrNothing }) => [
    { p, reward: honest, strategy: HONEST },
    { p, reward: patchUp, strategy: PATCH_UP },
    { p, reward: honestAllOrNothing, strategy: ALL_OR_NOTHING },
  ]);
  const meeting =
    found.breakEven === null
      ? `No break-even: ${found.reason}.`
      : `Break-even at p = ${fixed(found.breakEven, 3)}, reward ${fixed(found.patchUp, 3)}.`;
  const observed = strategies.honestSuccess.value;
  const points = [
    ...(found.breakEven === null
      ? []
      : [{ p: found.breakEven, reward: found.patchUp, label: `break-even ${fixed(found.breakEven, 2)}` }]),
    ...(observed === null || strategies.honest.value === null
      ? []
      : [{ p: observed, reward: strategies.honest.value, label: `observed ${fixed(observed, 2)}` }]),
  ];
  const meets = found.breakEven === null ? 0 : 1;
  const label = (values: object[], place: object) => ({
    data: { values },
    mark: { type: 'text', ...place, aria: false, color: colour('ink') },
    encoding: { x, y, text: { field: 'label', type: 'nominal' } },
  });
  const x = {
    field: 'p',
    type: 'quantitative',
    title: 'Success rate p of honest attempts',
    scale: { domain: [0, 1] },
    axis: { tickCount: 5 },
  };
  const y = { field: 'reward', type: 'quantitative', title: 'Expected reward', scale: { domain: [0, 1] } };
  return figure(
    {
      name: 'break-even',
      title: 'What partial credit pays for',
      subtitle: `Reward = tests passed / tests; a failed honest attempt earns ${fixed(found.honestFail, 3)}, a patch-up ${fixed(found.patchUp, 3)} on average. With all-or-nothing tests a patch-up earns 0.`,
      description: `${meeting} Observed: honest attempts succeed in ${percent(observed)} and earn ${fixed(strategies.honest.value, 3)}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values },
          mark: { type: 'line', strokeWidth: 2, aria: false },
          encoding: {
            x,
            y,
            color: {
              field: 'strategy',
              type: 'nominal',
              scale: {
                domain: [HONEST, PATCH_UP, ALL_OR_NOTHING],
                range: [colour('robust'), colour('hackable'), colour('soft')],
              },
              legend: { title: null, columns: 2 },
            },
            strokeDash: {
              field: 'strategy',
              type: 'nominal',
              scale: {
                domain: [HONEST, PATCH_UP, ALL_OR_NOTHING],
                range: [
                  [1, 0],
                  [1, 0],
                  [4, 3],
                ],
              },
              legend: { title: null, columns: 2 },
            },
          },
        },
        {
          data: { values: points },
          mark: { type: 'point', filled: true, size: 70, color: colour('ink') },
          encoding: { x, y, description: { field: 'label', type: 'nominal' } },
        },
        // above its lines, and below the line of honest attempts
        label(points.slice(0, meets), { align: 'right', dx: -8, dy: -10 }),
        label(points.slice(meets), { align: 'left', dx: 8, dy: 12 }),
      ],
    },
  );
}
