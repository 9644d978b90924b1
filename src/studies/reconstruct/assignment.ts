/** One assignment of flags to the candidates, with the counts that a move changes and an undo takes back. */
import { type RandomStream, shuffle } from '../../stats/random.ts';
import type { Candidates } from './candidates.ts';

export const ROBUST = 0;
export const HACKABLE = 1;
export const DROPPED = 2;

/** Share of moves that change which task is dropped, when any is. */
const DROP_MOVES = 0.1;
/** Share of the other moves that swap two like tasks: small steps, that hit a small box. */
const NEAR_MOVES = 0.5;
/** Like tasks that each task has. */
const NEAR = 5;

/** The candidates of the same group that differ least from i: in the outcomes of few models, and not in stratum. */
function nearTasks({ group, stratum, columns, tasks, models }: Candidates, i: number): Int32Array {
  const unlike = (j: number) =>
    columns[i].reduce((sum, x, m) => sum + Math.abs(x - columns[j][m]), 0) +
    (stratum[i] === stratum[j] ? 0 : models);
  const others = tasks.flatMap((_, j) => (j !== i && group[j] === group[i] ? [j] : []));
  return Int32Array.from(others.sort((a, b) => unlike(a) - unlike(b) || a - b).slice(0, NEAR));
}

/**
 * Passes and tasks of every model and stratum in both arms, kept up to date move by move: a move touches the two
 * columns of outcomes that it swaps, in the one or two strata where they stand.
 */
export class Assignment {
  /** Of each candidate: ROBUST, HACKABLE or DROPPED. */
  readonly status: Uint8Array;
  /** Tasks by stratum. */
  readonly n1: Int32Array;
  readonly n0: Int32Array;
  /** Passes at stratum * models + m. */
  readonly x1: Int32Array;
  readonly x0: Int32Array;
  /** Passes of all models over the tasks of an arm. */
  passes1 = 0;
  passes0 = 0;
  private readonly candidates: Candidates;
  /** Of each candidate, over all models. */
  readonly passes: readonly number[];
  /** Candidates of each group, the hackable ones first, and where each candidate stands there. */
  private readonly members: readonly Int32Array[];
  private readonly placeOf: Int32Array;
  /** Of each candidate, those of its group with the most like outcomes, its own stratum first. */
  private readonly near: readonly Int32Array[];
  /** Group and place within `members` of every hackable task: what a move may take away. */
  private readonly flagGroup: Int32Array;
  private readonly flagPlace: Int32Array;
  private readonly drops: Int32Array;
  private readonly keeps: Int32Array;
  /** The two candidates whose status the move last drawn exchanges. */
  first = 0;
  second = 0;
  /** That move: 0 for a change of the dropped task, else 1 + the group; then its places. */
  private move = 0;
  private from = 0;
  private to = 0;

  constructor(candidates: Candidates) {
    const { strata, models, tasks, columns } = candidates;
    this.candidates = candidates;
    this.passes = columns.map((column) => column.reduce((sum, x) => sum + x, 0));
    this.status = new Uint8Array(tasks.length);
    this.n1 = new Int32Array(strata.length);
    this.n0 = new Int32Array(strata.length);
    this.x1 = new Int32Array(strata.length * models);
    this.x0 = new Int32Array(strata.length * models);
    this.members = candidates.groups.map((_, g) =>
      Int32Array.from(tasks.flatMap((_, i) => (candidates.group[i] === g ? [i] : []))),
    );
    this.placeOf = new Int32Array(tasks.length);
    this.near = tasks.map((_, i) => nearTasks(candidates, i));
    const flags = candidates.hackable.flatMap((n, g) => Array.from({ length: n }, (_, place) => [g, place]));
    this.flagGroup = Int32Array.from(flags, ([g]) => g);
    this.flagPlace = Int32Array.from(flags, ([, place]) => place);
    this.drops = new Int32Array(candidates.dropped);
    this.keeps = new Int32Array(tasks.length - flags.length - candidates.dropped);
  }

  /** A random assignment, every one as likely. */
  randomise(stream: RandomStream): void {
    const { status, drops, keeps } = this;
    for (const counts of [this.n1, this.n0, this.x1, this.x0]) counts.fill(0);
    this.passes1 = 0;
    this.passes0 = 0;
    status.fill(ROBUST);
    this.members.forEach((tasks, g) => {
      shuffle(tasks, stream);
      tasks.forEach((i, place) => {
        this.placeOf[i] = place;
      });
      for (let place = 0; place < this.candidates.hackable[g]; place++) status[tasks[place]] = HACKABLE;
    });
    const rest = Int32Array.from(status.keys()).filter((i) => status[i] === ROBUST);
    shuffle(rest, stream);
    drops.set(rest.subarray(0, drops.length));
    keeps.set(rest.subarray(drops.length));
    for (const i of drops) status[i] = DROPPED;
    for (let i = 0; i < status.length; i++) this.count(i, 1);
  }

  /** Draws a move for `apply`; false when the assignment leaves no room for the one that was drawn. */
  propose(stream: RandomStream): boolean {
    const { drops, keeps } = this;
    if (drops.length > 0 && keeps.length > 0 && stream.uniform() < DROP_MOVES) {
      this.move = 0;
      this.from = stream.below(drops.length);
      this.to = stream.below(keeps.length);
      this.first = drops[this.from];
      this.second = keeps[this.to];
    } else {
      const flag = stream.below(this.flagGroup.length);
      const g = this.flagGroup[flag];
      const tasks = this.members[g];
      const flagged = this.candidates.hackable[g];
      if (flagged === tasks.length) return false;
      this.move = 1 + g;
      this.first = tasks[this.flagPlace[flag]];
      this.from = this.flagPlace[flag];
      if (stream.uniform() < NEAR_MOVES) {
        const near = this.near[this.first];
        this.to = this.placeOf[near[stream.below(near.length)]];
        if (this.to < flagged) return false;
      } else this.to = flagged + stream.below(tasks.length - flagged);
      this.second = tasks[this.to];
    }
    return true;
  }

  /** Makes the move last drawn; a second call takes it back. */
  apply(): void {
    const { move, from, to } = this;
    if (move === 0) {
      const dropped = this.drops[from];
      const kept = this.keeps[to];
      this.exchange(dropped, kept);
      this.drops[from] = kept;
      this.keeps[to] = dropped;
      return;
    }
    const tasks = this.members[move - 1];
    const hackable = tasks[from];
    const other = tasks[to];
    // The place of `other` among the dropped or kept passes to the task that gives its flag away.
    const places = this.status[other] === DROPPED ? this.drops : this.keeps;
    places[places.indexOf(other)] = hackable;
    this.exchange(hackable, other);
    tasks[from] = other;
    tasks[to] = hackable;
    this.placeOf[other] = from;
    this.placeOf[hackable] = to;
  }

  private exchange(a: number, b: number): void {
    const { status } = this;
    this.count(a, -1);
    this.count(b, -1);
    const held = status[a];
    status[a] = status[b];
    status[b] = held;
    this.count(a, 1);
    this.count(b, 1);
  }

  /** Adds (1) or takes away (-1) candidate i in the arm of its status. */
  private count(i: number, sign: 1 | -1): void {
    const status = this.status[i];
    if (status === DROPPED) return;
    const s = this.candidates.stratum[i];
    const column = this.candidates.columns[i];
    const models = this.candidates.models;
    const x = status === HACKABLE ? this.x1 : this.x0;
    if (status === HACKABLE) {
      this.n1[s] += sign;
      this.passes1 += sign * this.passes[i];
    } else {
      this.n0[s] += sign;
      this.passes0 += sign * this.passes[i];
    }
    const at = s * models;
    if (sign === 1) for (let m = 0; m < models; m++) x[at + m] += column[m];
    else for (let m = 0; m < models; m++) x[at + m] -= column[m];
  }
}
