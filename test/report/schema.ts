/** The Vega-Lite v6 JSON schema as a check. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';

const folder = join(createRequire(import.meta.url).resolve('vega-lite'), '..');
const schema = JSON.parse(readFileSync(join(folder, 'vega-lite-schema.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: false });
ajv.addFormat('color-hex', /^#([0-9a-f]{3}|[0-9a-f]{6})$/i);
ajv.addFormat('uri', /^[a-z]+:/i);
ajv.addFormat('uri-reference', true);
const validate = ajv.compile(schema);

/** What is wrong with a spec; empty when it is valid. */
export function schemaErrors(spec: unknown): string[] {
  const plain = JSON.parse(JSON.stringify(spec));
  return validate(plain)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
