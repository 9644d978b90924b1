/** A published study as data: its figures, settings and what it did not publish. */
import { z } from 'zod';
import { InputError } from '../errors.ts';
import { embeddedText } from './embedded.ts';

const studySchema = z.object({
  id: z.string(),
  title: z.string(),
  reference: z.string(),
  sample: z.object({
    benchmark: z.string(),
    models: z.number(),
    tasksAudited: z.number(),
    hackable: z.number(),
    robust: z.number(),
    hackableByRepo: z.record(z.string(), z.number()),
    repositories: z.number(),
    drawn: z.number(),
    dropped: z.number(),
  }),
  published: z.object({
    /** Proportions. */
    gap: z.number(),
    ciLower: z.number(),
    ciUpper: z.number(),
    pOneSidedBelow: z.number(),
    /** Percent. */
    i2: z.number(),
    positive: z.number(),
    models: z.number(),
    unstratifiedGap: z.number(),
    method: z.enum(['DL']),
    stratum: z.string(),
  }),
  audit: z.object({
    sweBenchVerified: z.object({
      hackable: z.number(),
      of: z.number(),
      rate: z.number(),
      singleShot: z.number(),
    }),
    r2eGym: z.object({ hackable: z.number(), decisive: z.number(), tasks: z.number(), rate: z.number() }),
  }),
  gate: z.object({ failOnGold: z.number(), decisive: z.number(), rate: z.number() }),
  notPublished: z.array(z.string()),
  notes: z.array(z.string()),
  settings: z.object({
    method: z.enum(['DL']),
    test: z.enum(['z']),
    measure: z.enum(['RD']),
    weights: z.enum(['flagged', 'all', 'mh']),
    variance: z.enum(['raw', 'agresti-caffo']),
    /** Settings that the study does not publish and its figures don't identify. */
    assumed: z.array(z.string()),
  }),
});

export type Study = z.infer<typeof studySchema>;

export const STUDIES = ['rajan-2026'] as const;

/**
 * A study by name.
 *
 * @throws InputError for a name that passgap does not hold
 * @example loadStudy('rajan-2026').published.gap // 0.1414
 */
export function loadStudy(id: string): Study {
  if (!STUDIES.includes(id as (typeof STUDIES)[number])) {
    throw new InputError(
      `${JSON.stringify(id)} is no study that passgap holds; allowed are ${STUDIES.join(', ')}`,
    );
  }
  return studySchema.parse(JSON.parse(embeddedText(`studies/${id}.json`)));
}
