/** What a submission's own metadata say of it, as a row of the models table. */
import type { Place } from '../errors.ts';
import { isObject, textOf } from './json.ts';
import type { ModelRow } from './tables.ts';

/** Who trains the models whose names look like this. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['anthropic', /claude|anthropic/i],
  ['openai', /\bgpt|\bo[134](-|\b)|openai|codex|davinci/i],
  ['google', /gemini|gemma|google|\bpalm/i],
  ['deepseek', /deepseek/i],
  ['qwen', /qwen|\bqwq/i],
  ['meta', /llama|\bmeta\b/i],
  ['mistral', /mistral|mixtral|devstral|codestral|magistral/i],
  ['moonshot', /kimi|moonshot/i],
  ['zhipu', /\bglm|zhipu|zai-org/i],
  ['bytedance', /doubao|\bseed|bytedance/i],
  ['xai', /grok|\bxai\b/i],
  ['amazon', /\bnova\b|amazon/i],
  ['minimax', /minimax/i],
  ['microsoft', /\bphi-|microsoft/i],
];

/**
 * Family of a submission by the names of its base models: `mixed` with several families, `other` when no name
 * is known, null without names. A name that fits two families takes the first in the list above.
 */
export function familyOf(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const found = new Set(
    names.map((name) => FAMILIES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'),
  );
  if (found.size === 1) return [...found][0];
  return 'mixed';
}

/** Text, a number, or a list of them, as texts; empty when there is nothing. */
export function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === 'number') return [String(value)];
  const text = textOf(value);
  return text === null ? [] : [text];
}

export interface Submission {
  readonly id: string;
  readonly place: Place;
  readonly label?: string | null;
  readonly date?: string | null;
  readonly attempts?: string | null;
  readonly baseModels?: readonly string[];
  readonly columns?: Readonly<Record<string, string | null>>;
}

export function modelRow(submission: Submission): ModelRow {
  const baseModels = submission.baseModels ?? [];
  return {
    id: submission.id,
    place: submission.place,
    label: submission.label ?? null,
    date: submission.date ?? null,
    family: familyOf(baseModels),
    attempts: submission.attempts ?? null,
    columns: {
      ...(baseModels.length > 0 ? { base_models: baseModels.join('|') } : {}),
      ...(submission.columns ?? {}),
    },
  };
}

/** `metadata.yaml` of SWE-bench/experiments: info.name, tags.model, tags.org, tags.agent, tags.system.attempts ... */
export function submissionOfMetadata(
  id: string,
  place: Place,
  date: string | null,
  metadata: unknown,
): Submission {
  const root = isObject(metadata) ? metadata : {};
  const info = isObject(root['info']) ? root['info'] : {};
  const tags = isObject(root['tags']) ? root['tags'] : {};
  const system = isObject(tags['system']) ? tags['system'] : {};
  const word = (value: unknown) => texts(value).join('|') || null;
  const flag = (value: unknown) => (typeof value === 'boolean' ? (value ? '1' : '0') : word(value));
  return {
    id,
    place,
    date,
    label: textOf(info['name']) ?? textOf(root['name']),
    attempts: word(system['attempts']) ?? word(root['attempts']),
    baseModels: texts(tags['model']),
    columns: {
      org: word(tags['org']),
      agent: word(tags['agent']),
      checked: flag(tags['checked'] ?? root['checked']),
      os_model: flag(tags['os_model']),
      os_system: flag(tags['os_system']),
    },
  };
}

/** Tags of leaderboards.json: `Model: m`, `Org: o`, `Agent: a`, `System: Attempts - 1`. */
export function submissionOfTags(
  tags: readonly string[],
): Pick<Submission, 'attempts' | 'baseModels' | 'columns'> {
  const after = (prefix: RegExp) => tags.flatMap((tag) => prefix.exec(tag)?.[1]?.trim() ?? []);
  const one = (prefix: RegExp) => after(prefix).join('|') || null;
  return {
    attempts: one(/^System:\s*Attempts\s*[-:]\s*(.+)$/i),
    baseModels: after(/^Model:\s*(.+)$/i),
    columns: { org: one(/^Org:\s*(.+)$/i), agent: one(/^Agent:\s*(.+)$/i) },
  };
}
