/** The page of a plan: the verdict, the figure, the rows of the terminal; offline and without script. */
import { expect, it } from 'vitest';
import { plan } from '../../../src/decisions/plan/plan.ts';
import { planMethod } from '../../../src/report/plan-method.ts';
import { planHtml, planTable } from '../../../src/report/planning.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';

const result = plan(embeddedLeaderboard('tripwire-anchor'), { gap: 0.15, simulate: 0 });

it('shows the verdict, the power curve and the strata', async () => {
  const page = await planHtml(result);
  expect(page).toContain('<title>How many tasks to audit</title>');
  expect(page).toContain(`<p class="verdict">${result.verdict}</p>`);
  expect(page).toContain('data-figure="power-curve"');
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page).not.toContain('<script');
  expect(page).not.toMatch(/NaN|Infinity|undefined/);
});

it('has the numbers of the plan in its table', () => {
  const { rows } = planTable(result);
  expect(rows.map((row) => row[1])).toEqual(result.strata.map((stratum) => stratum.tasks));
  const audited = rows.reduce((sum, row) => sum + (row[5] as number), 0);
  expect(audited).toBe(result.needed!.audited);
});

it('says how in whole sentences, and of no gap that none is found', async () => {
  const page = await planHtml(result);
  expect(page).toContain(planMethod(result).replaceAll("'", '&#39;'));
  expect(page).toContain('80 % power from a gap of');
  const none = { ...result, atHand: { ...result.atHand!, detectable: null } };
  const text = await planHtml({ ...none, options: { ...result.options, power: 87.5 } });
  expect(text).toContain('no gap is found with 87.5 % power');
  expect(text).not.toContain('n/a on');
});
