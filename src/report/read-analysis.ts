/** The JSON that `passgap analyze --json` wrote, back as an `Analysis`. */
import type { Analysis } from '../analysis/types.ts';
import { InputError, quoteValue } from '../errors.ts';

const LISTS = ['strata', 'models', 'tasks', 'moderators', 'sensitivity', 'warnings'] as const;
const OBJECTS = ['options', 'counts', 'pooled', 'signTest', 'wilcoxon', 'provenance'] as const;

/**
 * @param text the JSON document
 * @param file its name, for errors
 * @throws InputError when it is no JSON, not of this schema, or lacks a part.
 */
export function readAnalysis(text: string, file: string): Analysis {
  const value = parse(text, file);
  if (typeof value !== 'object' || value === null || !('schema' in value)) {
    throw new InputError('no "schema" in it; allowed is what `passgap analyze --json` writes', { file });
  }
  const parts = value as Record<string, unknown>;
  if (parts.schema !== 'passgap-analysis-1') {
    const problem = `the schema is ${quoteValue(parts.schema)}; allowed is "passgap-analysis-1"`;
    throw new InputError(problem, { file, column: 'schema' });
  }
  for (const name of LISTS) {
    if (!Array.isArray(parts[name])) throw new InputError('is no list', { file, column: name });
  }
  for (const name of OBJECTS) {
    if (typeof parts[name] !== 'object' || parts[name] === null) {
      throw new InputError('is no object', { file, column: name });
    }
  }
  return value as Analysis;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`no JSON: ${(cause as Error).message}`, { file }, { cause });
  }
}
