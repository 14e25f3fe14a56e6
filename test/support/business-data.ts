import type { JsonObject } from '../../src/foundation/json.js';
import type { Database } from '../../src/store/database.js';

/**
 * A fingerprint of each table that holds what the platform answers for, so that a test can say that
 * nothing at all was changed there. Sextant's own tables are not among them.
 */
export async function businessData(db: Database): Promise<JsonObject> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE'
       and table_schema not in ('sextant', 'pg_catalog', 'information_schema')
     order by 1`,
  );
  const prints = tables.map(({ name }) => {
    const rows = `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${name} t`;
    return `select '${name}' as name, (${rows}) as print`;
  });
  const found = await db.query<{ name: string; print: string }>(prints.join(' union all '));
  return Object.fromEntries(found.map(({ name, print }) => [name, print]));
}
