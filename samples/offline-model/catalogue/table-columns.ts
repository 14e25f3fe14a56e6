import { objectOf, objectsOf, textOf, textsOf } from '../answers/words.js';
import type { KnownColumn } from '../reading/columns.js';
import { lookUp, type Part, type WantedCall } from '../steps.js';

/** A table's columns as far as the database tells them. */
export interface TableColumns {
  columns: KnownColumn[];
  /** Column → the table it references, as `schema.table`. */
  references: ReadonlyMap<string, string>;
}

/** The tools that tell what the database holds. */
export interface DatabaseTools {
  schema: string;
  enums: string;
}

/** The calls that look up the columns of `schema.table` and the values of its enums. */
export function columnCalls(entity: string, { schema, enums }: DatabaseTools): WantedCall[] {
  return [
    { name: schema, arguments: { table: entity } },
    { name: enums, arguments: { schema: entity.split('.')[0] ?? entity } },
  ];
}

/** The columns of `schema.table`, with the values of its enums: two lookups in one turn. */
export function* columnsOf(entity: string, tools: DatabaseTools): Part<TableColumns> {
  const [table, enums] = yield* lookUp(columnCalls(entity, tools));
  return toColumns(table, enums);
}

/** The same from results that are already there. */
export function toColumns(table: unknown, enums: unknown): TableColumns {
  const values = enumValues(enums);
  const lines = textsOf(objectOf(table)['columns']).map(readLine);
  const references = lines.flatMap(({ name, references: to }) => (to ? [[name, to] as const] : []));
  return {
    columns: lines.map(({ name, type, enumName }) => {
      const known = enumName === undefined ? undefined : valuesOf(enumName, values);
      return { key: name, type: known ? 'status' : type, ...(known ? { values: known } : {}) };
    }),
    references: new Map(references),
  };
}

/** `status: status, required, enum order_status, → core.users.id, comment`. */
function readLine(line: string) {
  const [, name = '', rest = ''] = /^([^:]+):([^]*)$/.exec(line) ?? [];
  const type = rest.split(',')[0]?.trim() ?? '';
  const enumName = /\benum ([\w.]+(?:,[\w.]+)*)/.exec(rest)?.[1];
  const references = /→ ([\w]+\.[\w]+)\.\w+/.exec(rest)?.[1];
  return { name, type, enumName, references };
}

function enumValues(enums: unknown): Map<string, string[]> {
  const shown = objectOf(objectOf(enums)['enums']);
  const items = objectsOf(shown['items'] ?? objectOf(enums)['enums']);
  return new Map(
    items.map((item) => [textOf(item['enum']) || textOf(item['name']), textsOf(item['values'])]),
  );
}

/** Some platforms tell an enum's values in its place, others its name. */
function valuesOf(name: string, known: ReadonlyMap<string, string[]>): string[] | undefined {
  if (name.includes(',')) return name.split(',');
  const exact = known.get(name);
  if (exact) return exact;
  return [...known].find(([key]) => key.endsWith(`.${name}`) || name.endsWith(`.${key}`))?.[1];
}
