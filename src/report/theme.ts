/**
 * Colours and fonts of every figure. A spec holds the light colours, so that it stands on its own in anyone's
 * page; in our pages each of these colours is swapped for a CSS variable, and one drawing serves light and dark.
 */
import type { Config } from 'vega-lite';

interface Shade {
  readonly light: string;
  readonly dark: string;
}

/** Every colour a figure may use; each light value is unique, since it is what the swap looks for. */
export const PALETTE = {
  /** Text and marks that matter. */
  ink: { light: '#1c2430', dark: '#e8ebf0' },
  /** Secondary text, axes. */
  soft: { light: '#566070', dark: '#a9b2bf' },
  /** Grid lines. */
  grid: { light: '#e1e5ea', dark: '#2d343e' },
  paper: { light: '#fefefe', dark: '#14181e' },
  /** Marks of single models. */
  mark: { light: '#66707f', dark: '#98a2b1' },
  /** Models as independent studies: the published method. */
  naive: { light: '#b35309', dark: '#f2a552' },
  naiveBand: { light: '#fbe3c5', dark: '#4b3416' },
  /** What shared tasks support. */
  aware: { light: '#1d5fc2', dark: '#82b4ff' },
  awareBand: { light: '#d3e3fb', dark: '#1c3761' },
  hackable: { light: '#a8185c', dark: '#ff8fc4' },
  robust: { light: '#0f7468', dark: '#5fcfc0' },
  /** Fills of bars that are no message of their own. */
  bar: { light: '#b9c2ce', dark: '#566172' },
} as const satisfies Record<string, Shade>;

export type Colour = keyof typeof PALETTE;

/** The light value of a colour, for specs. */
export const colour = (name: Colour): string => PALETTE[name].light;

/** Five steps from nothing to much, for densities and rates. */
export const STEPS: readonly Shade[] = [
  { light: '#eef2f8', dark: '#1a2029' },
  { light: '#c3d5ee', dark: '#213452' },
  { light: '#8db2e1', dark: '#33598f' },
  { light: '#4d86cd', dark: '#5489cf' },
  { light: '#184f9e', dark: '#8fbcff' },
];

/** CSS variable of every colour: `--ink`, `--step-2`. */
const NAMED: readonly (readonly [string, Shade])[] = [
  ...Object.entries(PALETTE).map(([name, shade]) => [`--${name}`, shade] as const),
  ...STEPS.map((shade, i) => [`--step-${i}`, shade] as const),
];

/** Declarations of the variables in one mode, for a style sheet. */
export const variables = (mode: 'light' | 'dark'): string =>
  NAMED.map(([name, shade]) => `${name}:${shade[mode]}`).join(';');

const BY_LIGHT = new Map(NAMED.map(([name, shade]) => [shade.light, { name, shade }]));
const HEXES = new RegExp(NAMED.map(([, shade]) => shade.light).join('|'), 'g');

/** Text of an SVG or a spec with our light colours replaced by CSS variables, or by the dark ones. */
export function recolour(text: string, to: 'variables' | 'light' | 'dark'): string {
  if (to === 'light') return text;
  return text.replace(HEXES, (hex) => {
    const found = BY_LIGHT.get(hex)!;
    return to === 'dark' ? found.shade.dark : `var(${found.name})`;
  });
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Vega-Lite config shared by all figures: quiet axes, our fonts, hyphens as minus as in our texts. */
export const CONFIG: Config = {
  background: 'transparent',
  font: FONT.replaceAll('"', "'"),
  padding: 4,
  locale: { number: { decimal: '.', thousands: ',', grouping: [3], currency: ['', ''], minus: '-' } },
  view: { stroke: null },
  axis: {
    labelColor: colour('soft'),
    titleColor: colour('soft'),
    domainColor: colour('soft'),
    tickColor: colour('soft'),
    gridColor: colour('grid'),
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 8,
    tickSize: 4,
    labelFlush: false,
    labelSeparation: 4,
  },
  title: {
    anchor: 'start',
    frame: 'bounds',
    color: colour('ink'),
    subtitleColor: colour('soft'),
    fontSize: 14,
    subtitleFontSize: 11,
    subtitlePadding: 4,
    offset: 12,
  },
  legend: {
    labelColor: colour('ink'),
    titleColor: colour('soft'),
    titleFontWeight: 'normal',
    labelFontSize: 11,
    titleFontSize: 11,
    labelLimit: 0,
    orient: 'top',
  },
  header: { labelColor: colour('ink'), titleColor: colour('soft') },
  mark: { color: colour('mark') },
  text: { color: colour('ink'), fontSize: 11 },
};
