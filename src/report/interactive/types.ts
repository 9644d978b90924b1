/** What an interactive page carries beside the static one. */

/** In the order in which they run. */
export type InteractiveScripts = readonly { readonly name: string; readonly text: string }[];

/** One model, with every number already text where it is shown. */
export interface ExplorerModel {
  readonly key: number;
  readonly label: string;
  readonly family: string;
  readonly era: string;
  readonly gap: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly text: string;
  readonly passRate: string;
  /** Stratum, passes and tasks on hackable ones, the same on robust ones. */
  readonly strata: readonly (readonly [string, string, string, string])[];
}
