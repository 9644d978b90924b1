/** Every format, in the order in which they are tried. */
import type { Format } from './format.ts';
import { arrow, csv, json, jsonl, parquet } from './tables.ts';

export const FORMATS: readonly Format[] = [csv, jsonl, json, parquet, arrow];
