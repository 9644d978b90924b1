/** The schema of a part's tables as text: columns, what is allowed, and an example in CSV and in JSONL. */
import type { PartName } from '../types.ts';
import { PARTS, TABLES, type TableName } from './registry.ts';
import { columnsOf, type EvidenceTable, type NamedColumn } from './table.ts';

export interface TableSchema {
  readonly name: TableName;
  readonly description: string;
  /** One of the `needed` tables of a part must be there. */
  readonly needed: boolean;
  readonly columns: readonly NamedColumn[];
  readonly example: readonly Readonly<Record<string, string | number>>[];
}

/** The tables of one part, as data. */
export function partSchema(part: PartName): TableSchema[] {
  const { needs, takes } = PARTS[part];
  return [...needs, ...takes].map((name) => {
    const table = TABLES[name] as unknown as EvidenceTable;
    const { description, example } = table;
    return { name, description, needed: needs.includes(name), columns: columnsOf(table), example };
  });
}

/** The same for people. */
export function schemaText(part: PartName): string {
  const { summary, needs, leaderboard } = PARTS[part];
  const head = [`${part}: ${summary}`];
  if (needs.length > 1) head.push(`Needs at least one of: ${needs.join(', ')}.`);
  if (leaderboard)
    head.push('Takes outcomes of models on tasks as well (--outcomes, any format that analyze reads).');
  head.push('Files are CSV, TSV, JSONL or a JSON list. Further columns are ignored and named.');
  return [head.join('\n'), ...partSchema(part).map(tableText)].join('\n\n');
}

function tableText({ name, description, needed, columns, example }: TableSchema): string {
  const width = Math.max(...columns.map((column) => column.name.length));
  const lines = columns.map((column) => {
    const need = column.required ? 'required' : 'optional';
    return `  ${column.name.padEnd(width)}  ${need}  ${column.description}: ${column.allowed}`;
  });
  return [
    `${name}${needed ? '' : ' (optional)'} - ${description}`,
    ...lines,
    '',
    `  ${name}.csv`,
    ...exampleCsv(columns, example).map((line) => `    ${line}`),
    '',
    `  ${name}.jsonl`,
    ...exampleJsonl(columns, example).map((line) => `    ${line}`),
  ].join('\n');
}

/** The example as CSV lines; columns that no row fills are left out. */
export function exampleCsv(columns: readonly NamedColumn[], example: TableSchema['example']): string[] {
  const used = columns.filter((column) => example.some((row) => row[column.name] !== undefined));
  const cell = (value: string | number | undefined) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [
    used.map((column) => column.name).join(','),
    ...example.map((row) => used.map((column) => cell(row[column.name])).join(',')),
  ];
}

/** The example as JSON lines; an empty cell of anything but text is left out. */
export function exampleJsonl(columns: readonly NamedColumn[], example: TableSchema['example']): string[] {
  const isText = new Set(
    columns.filter((column) => column.emptyIsText === true).map((column) => column.name),
  );
  return example.map((row) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== '' || isText.has(name))),
    ),
  );
}
