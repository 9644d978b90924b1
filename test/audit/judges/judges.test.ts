import { describe, expect, it } from 'vitest';
import { judges } from '../../../src/audit/judges/judges.ts';
import { csv, messageOf, range, rowsOf } from '../rows.ts';

const RATINGS = 'item,rater,rating,truth';
const ratings = (lines: readonly (readonly (string | number)[])[], header = RATINGS) =>
  rowsOf('ratings', csv(header, lines));

describe('ratings', () => {
  it('gives the documented kappa of 0.4', () => {
    const cells: [number, string, string][] = [
      [20, 'yes', 'yes'],
      [5, 'yes', 'no'],
      [10, 'no', 'yes'],
      [15, 'no', 'no'],
    ];
    let item = 0;
    const lines = cells.flatMap(([n, a, b]) =>
      range(n).flatMap(() => {
        item++;
        return [
          [`i${item}`, 'A', a, ''],
          [`i${item}`, 'B', b, ''],
        ];
      }),
    );
    const found = judges({ ratings: ratings(lines) });
    const [pair] = found.ratings?.agreement.pairs ?? [];
    expect(pair.items).toBe(50);
    expect(pair.kappa.value).toBeCloseTo(0.4, 14);
    expect(pair.kappa.interval).toMatchObject({ kind: 'jackknife t', unit: 'item', df: 49 });
    expect(pair.weightedKappa).toBeNull();
    expect(found.ratings?.agreement.alpha.ordinal).toBeNull();
  });

  it('ordered words have an ordinal alpha and weighted kappa, numbers an interval alpha too', () => {
    const lines = range(12).flatMap((i) => [
      [`i${i}`, 'A', ['low', 'mid', 'high'][i % 3], ''],
      [`i${i}`, 'B', ['low', 'mid', 'high'][i % 4 === 3 ? 0 : i % 3], ''],
    ]);
    const words = judges({ ratings: ratings(lines) }, { order: ['low', 'mid', 'high'] }).ratings?.agreement;
    expect(words?.alpha.interval).toBeNull();
    const code = new Map([
      ['low', 0],
      ['mid', 1],
      ['high', 2],
    ]);
    const numbers = judges({
      ratings: ratings(
        lines.map(([item, rater, word]) => [item, rater, code.get(String(word)) as number, '']),
      ),
    }).ratings?.agreement;
    expect(words?.alpha.ordinal?.value).toBeCloseTo(numbers?.alpha.ordinal?.value as number, 14);
    expect(words?.pairs[0].weightedKappa?.value).toBeCloseTo(
      numbers?.pairs[0].weightedKappa?.value as number,
      14,
    );
    expect(typeof numbers?.alpha.interval?.value).toBe('number');
  });

  it('one rater: verdicts yes, agreement null with a reason', () => {
    const found = judges({
      ratings: ratings([
        ['i', 'A', 'good', 'good'],
        ['j', 'A', 'bad', 'good'],
      ]),
    });
    expect(found.ratings?.classification[0].recall.value).toBe(0.5);
    expect(found.ratings?.agreement.fleiss).toMatchObject({
      value: null,
      reason: 'not estimable: no item has ratings of two raters',
    });
    expect(found.ratings?.agreement.alpha.nominal?.value).toBeNull();
    expect(found.warnings).toEqual(["only one rater (A): agreement can't be given"]);
  });

  it('no variance: kappa and alpha undefined, not NaN and not 1', () => {
    const lines = range(4).flatMap((i) => [
      [`i${i}`, 'A', 'good', ''],
      [`i${i}`, 'B', 'good', ''],
    ]);
    const found = judges({ ratings: ratings(lines) });
    const { pairs, fleiss, alpha } = found.ratings?.agreement ?? {};
    for (const estimate of [pairs?.[0].kappa, fleiss, alpha?.nominal]) {
      expect(estimate).toMatchObject({
        value: null,
        reason: 'not estimable: all ratings are one category, so chance alone agrees',
      });
    }
    expect(found.warnings).toEqual(['all ratings are good: kappa and alpha are not defined']);
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('missing ratings leave Fleiss null and alpha alone', () => {
    const lines = [
      ...range(6).flatMap((i) => [
        [`i${i}`, 'A', i % 2, ''],
        [`i${i}`, 'B', i % 3 === 0 ? 1 : 0, ''],
      ]),
      ['i0', 'C', 1, ''],
    ];
    const { agreement } = judges({ ratings: ratings(lines) }).ratings ?? {};
    expect(agreement?.fleiss.reason).toBe(
      "not estimable: items have different numbers of ratings; Krippendorff's alpha allows that",
    );
    expect(typeof agreement?.alpha.nominal?.value).toBe('number');
    expect(agreement?.pairs.map(({ raters, items }) => [raters.join(), items])).toEqual([
      ['A,B', 6],
      ['A,C', 1],
      ['B,C', 1],
    ]);
  });

  it('raters who share no item, and items without a truth', () => {
    const found = judges({
      ratings: ratings([
        ['i', 'A', 'good', 'good'],
        ['j', 'B', 'bad', ''],
      ]),
    });
    expect(found.ratings?.agreement.pairs[0].kappa.reason).toBe('not estimable: no item that both rated');
    expect(found.warnings).toContain('1 item without a truth: in the agreement, not in precision and recall');
  });

  it('refuses two truths, two ratings and a word outside the order', () => {
    expect(
      messageOf(() =>
        judges({
          ratings: ratings([
            ['i', 'A', 'x', 'good'],
            ['i', 'B', 'x', 'bad'],
          ]),
        }),
      ),
    ).toBe('ratings.csv, line 3: item "i" has truth "good" in one row and "bad" in another; allowed is one');
    expect(
      messageOf(() =>
        judges({
          ratings: ratings([
            ['i', 'A', 'x', ''],
            ['i', 'A', 'y', ''],
          ]),
        }),
      ),
    ).toBe(
      'ratings.csv, line 3: contradicts an earlier row of ratings (ratings.csv, line 2): item "i", rater "A" has two values of "rating"; allowed is one',
    );
    expect(
      messageOf(() => judges({ ratings: ratings([['i', 'A', 'x', '']]) }, { order: ['low', 'high'] })),
    ).toBe('rating "x" is not in the order of categories; allowed are "low", "high"');
  });

  it('takes other words for positive', () => {
    const rows = ratings([
      ['i', 'A', 'RESOLVED', 'resolved'],
      ['j', 'A', 'open', 'resolved'],
    ]);
    const found = judges({ ratings: rows }, { positive: ['Resolved'] });
    expect(found.ratings?.classification[0]).toMatchObject({ truePositive: 1, falseNegative: 1 });
  });
});

describe('scores', () => {
  const scores = (
    lines: readonly (readonly (string | number)[])[],
    header = 'item,task,score,truth,length',
  ) => rowsOf('scores', csv(header, lines));

  it('picks the best of a task, ties at random', () => {
    const found = judges({
      scores: scores([
        ['a', 't', 0.9, 1, ''],
        ['b', 't', 0.9, 0.2, ''],
        ['c', 't', 0.1, 1, ''],
        ['a', 'u', 0.5, 0.3, ''],
        ['b', 'u', 0.6, 0.1, ''],
        ['a', 'alone', 1, 1, ''],
      ]),
    });
    const best = found.scores?.byRater[0].bestOfN;
    expect(best?.tasks).toBe(2);
    expect(best?.accuracy.value).toBeCloseTo((0.5 + 0) / 2, 14);
    expect(best?.chance).toBeCloseTo((2 / 3 + 1 / 2) / 2, 14);
    expect(best?.chosenTruth.value).toBeCloseTo((0.6 + 0.1) / 2, 14);
    expect(best?.bestTruth).toBeCloseTo((1 + 0.3) / 2, 14);
  });

  it('sees length exploitation where the truth does not explain the score', () => {
    const lines = range(60).map((i) => {
      const truth = (i % 6) / 5;
      const length = ((i * 37) % 60) + 1;
      return [`i${i}`, `t${i % 20}`, truth + length / 30, truth, length];
    });
    const [found] = judges({ scores: scores(lines) }).scores?.byRater ?? [];
    expect(found.length?.items).toBe(60);
    expect(found.length?.givenTruth.value as number).toBeGreaterThan(0.8);
    expect(found.length?.plain.interval?.unit).toBe('task');
    expect(found.thresholds.length).toBe(10);
  });

  it('no variance: null with a reason', () => {
    const found = judges({
      scores: scores([
        ['a', 't', 1, 0.1, ''],
        ['b', 't', 1, 0.9, ''],
      ]),
    });
    expect(found.scores?.byRater[0].kendall).toMatchObject({
      value: null,
      reason: 'not estimable: no variance, or fewer than two items',
    });
    expect(found.warnings).toEqual(["judge: scores or truths have no variance, correlations can't be given"]);
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('intervals by item where no row names a task', () => {
    const lines = range(20).map((i) => [`i${i}`, i / 20, ((i * 7) % 20) / 20]);
    const [found] = judges({ scores: scores(lines, 'item,score,truth') }).scores?.byRater ?? [];
    expect(found.bestOfN).toBeNull();
    expect(found.length).toBeNull();
    expect(found.spearman.interval).toMatchObject({ unit: 'item', df: 19 });
  });
});

describe('feedback', () => {
  it('clusters by user and measures reliability on rounds with two labels', () => {
    const lines = range(40).flatMap((i) => {
      const label = ['neutral', 'neutral', 'negative', 'positive'][i % 4];
      const first = [label, `r${i}`, 'L1', `u${i % 8}`];
      return i < 20 ? [first, [i % 10 === 0 ? 'positive' : label, `r${i}`, 'L2', `u${i % 8}`]] : [first];
    });
    const found = judges({ feedback: rowsOf('feedback', csv('polarity,item,rater,cluster', lines)) });
    expect(found.feedback?.reliability).toMatchObject({ items: 20, raters: 2 });
    expect(found.feedback?.reliability?.value as number).toBeGreaterThan(0.7);
    expect(found.feedback?.shares[0].clustered?.clusters).toBe(8);
    expect(found.warnings).toEqual([]);
  });

  it('refuses a round with two labels of one rater', () => {
    const rows = rowsOf(
      'feedback',
      csv('polarity,item,rater', [
        ['neutral', 'r', 'L'],
        ['negative', 'r', 'L'],
      ]),
    );
    expect(messageOf(() => judges({ feedback: rows }))).toContain(
      'item "r", rater "L" has two values of "polarity"',
    );
  });
});

describe('nothing', () => {
  it('is said', () => {
    expect(judges({}).warnings).toEqual(['no ratings, scores or feedback']);
  });
});
