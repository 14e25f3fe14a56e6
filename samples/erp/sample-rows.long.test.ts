import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { openTestDatabase } from '../../test/support/database.js';
import type { Database } from '../../src/store/database.js';
import { prepareErp } from './seed.js';

/** What the rows were when data directories now in use were made. A change of the data changes it on purpose. */
const EXPECTED = new URL('../../test/fixtures/sample-rows.json', import.meta.url);

interface Contents {
  rows: number;
  sha256: string;
}

test('a new database gets the rows it always got, table by table', async () => {
  const db = await openTestDatabase('store');
  await prepareErp(db, new Date('2026-03-05T10:00:00Z'));
  const found = await contentsOf(db);
  await db.close();
  expect(found).toEqual(JSON.parse(await readFile(EXPECTED, 'utf8')));
});

async function contentsOf(db: Database): Promise<Record<string, Contents>> {
  const tables = await db.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('core', 'hr', 'inventory', 'procurement', 'sales', 'platform')
        and table_type = 'BASE TABLE' and table_name not in ('schema_version', 'seeds')
      order by 1`,
  );
  const contents: Record<string, Contents> = {};
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(
      `select (${ROW})::text as text from ${name} t order by 1`,
    );
    const hash = createHash('sha256');
    for (const { text } of rows) hash.update(text).update('\n');
    contents[name] = { rows: rows.length, sha256: hash.digest('hex') };
  }
  return contents;
}

/** A row without the times that the database filled in with the time of seeding. */
const ROW = `select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(t))
  where not (key in ('created_at', 'updated_at', 'granted_at')
    and jsonb_typeof(value) = 'string' and (value #>> '{}')::timestamptz > now() - interval '1 day')`;
