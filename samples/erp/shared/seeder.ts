import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Queryable } from '../../../src/store/database.js';

/** The operations manager: the caller when a request carries no token. */
export const OPERATIONS_MANAGER_ID = '00000000-0000-4000-8000-000000000001';

const NAMESPACE = Buffer.from('6f6b3c1e5f0a4a6e9a3d0c7b5e2f8d41', 'hex');

/** The id that belongs to a name (UUID version 5), the same on every machine, so that tests can speak of rows. */
export function namedId(kind: string, name: string): string {
  if (kind === 'user' && name === 'maria.keller') return OPERATIONS_MANAGER_ID;
  const hash = createHash('sha1').update(NAMESPACE).update(`${kind}:${name}`).digest();
  hash[6] = (hash.readUInt8(6) & 0x0f) | 0x50;
  hash[8] = (hash.readUInt8(8) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const REFERENCE = /^@([a-z_]+):(.+)$/;

/** What a value of the sample's data means: `@product:FAS-1001` is the {@link namedId} of that product. */
function resolveReference(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, kind, name] = REFERENCE.exec(value) ?? [];
  return kind === undefined || name === undefined ? value : namedId(kind, name);
}

/** A part of the sample's data (data/platform.json), with the ids that it names as `@kind:name`. */
export function readData<T>(name: `${'platform' | 'reference'}/${string}`): T {
  const [file = '', part = ''] = name.split('/');
  const data = JSON.parse(textOf(`${file}.json`), (_key, value) =>
    resolveReference(value),
  ) as Record<string, T>;
  if (data[part] === undefined) throw new Error(`samples/erp/data/${file}.json has no ${part}`);
  return data[part];
}

export type Row = Readonly<Record<string, unknown>>;

export function readRows(table: string): Row[] {
  const tables = textOf('company.tsv').trimEnd().split('\n\n');
  const [, columns = [], ...rows] = (tables.find((text) => text.startsWith(`${table}\n`)) ?? '')
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map((name, at) => [name, cells[at] === '' ? null : resolveReference(cells[at])]),
    ),
  );
}

function textOf(name: string): string {
  return readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');
}

/**
 * Table and column names come from our own code and data, never from a request. All rows have the keys of the first; what is no
 * value of the column's type in JSON is given as PostgreSQL's text of it.
 */
export async function insertRows(
  tx: Queryable,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  if (columns === '') return;
  await tx.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** One part of the sample data; runs once per database, marked by its name in `platform.seeds`. */
export interface Seeder {
  name: string;
  run(tx: Queryable, today: Date): Promise<void>;
}
