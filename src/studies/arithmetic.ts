/** What a study's published figures imply, and whether they agree with each other. */
import { signTest } from '../inference/sign-test.ts';
import { normalLogSf, normalQuantile, toLog10 } from '../stats/distributions.ts';
import type { Study } from './study.ts';

export interface Check {
  readonly name: string;
  readonly published: string;
  readonly implied: string;
  /** null where nothing was published to hold it against. */
  readonly agrees: boolean | null;
  readonly how: string;
}

export interface Arithmetic {
  /** Standard error from the width of the 95 % interval; proportion. */
  readonly se: number;
  readonly z: number;
  readonly pOneSided: number;
  readonly log10POneSided: number;
  readonly signP: number;
  readonly signLog10P: number;
  /** Share of hackable among audited tasks. */
  readonly hackableShare: number;
  /** Stratified gap over unstratified gap. */
  readonly keptByStratifying: number;
  readonly checks: readonly Check[];
}

/**
 * The arithmetic of the published figures: SE = width / (2 x 1.959964), z = gap / SE, one-sided normal p, sign test
 * of the positives, shares. A figure agrees when it equals the implied one after rounding to the digits published.
 *
 * @example publishedArithmetic(loadStudy('rajan-2026')).se // 0.0119390, z 11.8435
 */
export function publishedArithmetic(study: Study): Arithmetic {
  const { published, sample, audit, gate } = study;
  const se = (published.ciUpper - published.ciLower) / (2 * normalQuantile(0.975));
  const z = published.gap / se;
  const logP = normalLogSf(z);
  const signs = signTest([
    ...new Array<number>(published.positive).fill(1),
    ...new Array<number>(published.models - published.positive).fill(-1),
  ]);
  const hackableShare = sample.hackable / sample.tasksAudited;
  const keptByStratifying = published.gap / published.unstratifiedGap;
  const middle = (published.ciLower + published.ciUpper) / 2;
  const byRepo = Object.values(sample.hackableByRepo).reduce((sum, n) => sum + n, 0);
  const percent = (value: number, digits = 1) => `${(100 * value).toFixed(digits)} %`;
  const points = (value: number) => `${(100 * value).toFixed(2)} pp`;
  const checks: Check[] = [
    {
      name: 'middle of the interval',
      published: points(published.gap),
      implied: points(middle),
      agrees: sameRounded(middle, published.gap, 4),
      how: 'a z interval is symmetric about the gap',
    },
    {
      name: 'standard error',
      published: 'not published',
      implied: points(se),
      agrees: null,
      how: 'width of the 95 % interval / (2 x 1.96)',
    },
    {
      name: 'one-sided p',
      published: `< ${published.pOneSidedBelow}`,
      implied: powerOfTen(toLog10(logP)),
      agrees: Math.exp(logP) < published.pOneSidedBelow,
      how: `z = ${z.toFixed(2)}`,
    },
    {
      name: 'sign test',
      published: `${published.positive} of ${published.models} positive`,
      implied: `p = ${powerOfTen(signs.log10P!)}`,
      agrees: null,
      how: 'exact binomial, two sided; treats the models as independent',
    },
    {
      name: 'hackable tasks',
      published: percent(audit.sweBenchVerified.rate),
      implied: percent(hackableShare, 2),
      agrees: sameRounded(hackableShare, audit.sweBenchVerified.rate, 3),
      how: `${sample.hackable} of ${sample.tasksAudited}, which rounds to ${percent(hackableShare)}`,
    },
    {
      name: 'hackable by repository',
      published: `${sample.hackable}`,
      implied: `${byRepo}`,
      agrees: byRepo === sample.hackable,
      how: Object.entries(sample.hackableByRepo)
        .map(([repo, n]) => `${n} in ${repo}`)
        .join(', '),
    },
    {
      name: 'R2E-Gym tasks',
      published: percent(audit.r2eGym.rate),
      implied: percent(audit.r2eGym.hackable / audit.r2eGym.decisive),
      agrees: sameRounded(audit.r2eGym.hackable / audit.r2eGym.decisive, audit.r2eGym.rate, 3),
      how: `${audit.r2eGym.hackable} of ${audit.r2eGym.decisive} decisive`,
    },
    {
      name: 'tests that fail on the reference',
      published: percent(gate.rate),
      implied: percent(gate.failOnGold / gate.decisive),
      agrees: sameRounded(gate.failOnGold / gate.decisive, gate.rate, 3),
      how: `${gate.failOnGold} of ${gate.decisive} decisive`,
    },
    {
      name: 'gap kept by stratifying',
      published: 'not published',
      implied: percent(keptByStratifying),
      agrees: null,
      how: `${points(published.gap)} of ${points(published.unstratifiedGap)} (the latter from a secondary source)`,
    },
  ];
  return {
    se,
    z,
    pOneSided: Math.exp(logP),
    log10POneSided: toLog10(logP),
    signP: signs.p!,
    signLog10P: signs.log10P!,
    hackableShare,
    keptByStratifying,
    checks,
  };
}

const sameRounded = (a: number, b: number, digits: number) => Math.abs(a - b) <= 0.5 * 10 ** -digits + 1e-12;

/** 10 to a power, as 1.17e-32. */
function powerOfTen(log10: number): string {
  const exponent = Math.floor(log10);
  return `${(10 ** (log10 - exponent)).toFixed(2)}e${exponent}`;
}
