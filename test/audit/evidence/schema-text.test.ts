/** The schema that is printed is the schema that reads: every example is read back, in CSV and in JSONL. */
import { describe, expect, it } from 'vitest';
import { TABLE_NAMES } from '../../../src/audit/evidence/registry.ts';
import { exampleCsv, exampleJsonl, partSchema, schemaText } from '../../../src/audit/evidence/schema-text.ts';
import { PART_NAMES } from '../../../src/audit/types.ts';
import { rowsOf } from '../rows.ts';

const schemas = PART_NAMES.flatMap(partSchema);

describe('schemas', () => {
  it('cover every table', () => {
    expect([...new Set(schemas.map(({ name }) => name))].sort()).toEqual([...TABLE_NAMES].sort());
  });

  it.each(schemas.map((schema) => [schema.name, schema] as const))(
    '%s reads its own example',
    (name, schema) => {
      const fromCsv = rowsOf(name, exampleCsv(schema.columns, schema.example).join('\n'));
      const fromJsonl = rowsOf(name, exampleJsonl(schema.columns, schema.example).join('\n'), 'x.jsonl');
      const bare = (rows: readonly object[]) => rows.map((row) => ({ ...row, place: null }));
      expect(fromCsv).toHaveLength(schema.example.length);
      expect(bare(fromJsonl)).toEqual(bare(fromCsv));
    },
  );

  it('describe every column', () => {
    for (const { columns } of schemas) {
      for (const column of columns) {
        expect(column.description.length).toBeGreaterThan(3);
        expect(column.allowed.length).toBeGreaterThan(3);
      }
    }
  });

  it('print columns, what is allowed, and both examples', () => {
    const text = schemaText('hackability');
    expect(text).toContain('candidates - One wrong-by-intent patch (attack candidate) a row.');
    expect(text).toContain(
      "  passes     required  does it pass the project's own tests: 1 or 0 (or true/false, yes/no)",
    );
    expect(text).toContain('    astropy__astropy-1,1,c1,1,1,1');
    expect(text).toContain(
      '    {"task":"astropy__astropy-1","round":1,"candidate":"c1","passes":1,"wrong":1,"decisive":1}',
    );
    expect(text).toContain('tasks (optional)');
  });
});
