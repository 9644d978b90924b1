/** A part of a page. */
import type { Markup } from './html.ts';

export interface Section {
  /** Anchor; unique among the sections given together. Letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}
