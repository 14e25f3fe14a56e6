import type { Database, Queryable } from '../../src/store/database.js';

/** Rows that were added or changed are of a later transaction; those that were removed are missing. */
const MARK = `count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from`;
const EMPTY = '0 0';
/** What tells of any change to tables, functions, triggers, roles and the like. */
const CATALOGUE = (
  'class attribute index attrdef proc trigger constraint type rewrite policy extension statistic ' +
  'authid db_role_setting largeobject_metadata'
)
  .split(' ')
  .map((name) => `${MARK} pg_${name}`);

/** What `expression from table` says of each, row by row. */
async function read(db: Queryable, all: readonly string[]): Promise<string[]> {
  if (all.length === 0) return [];
  const rows = await db.query(all.map((one) => `select ${one}`).join(' union all '));
  return rows.map((row) => String(Object.values(row)[0]));
}

/** What PostgreSQL brings has smaller numbers. */
const readOwn = (db: Queryable, kind: string) =>
  read(db, [`oid::regclass::text from pg_class where oid >= 16384 and relkind = ${kind}`]);

/** What tells of any change to these tables, by default those that have, or had, rows. */
async function readMarks(db: Queryable, tables?: readonly string[]): Promise<Map<string, string>> {
  const names = tables ?? (await readOwn(db, `'r' and pg_relation_size(oid) > 0`));
  const all = names.map((name) => `'${name}=' || ${MARK} ${name}`);
  return new Map((await read(db, all)).map((one) => one.split('=') as [string, string]));
}

/** Copies all rows aside; what it answers puts them back, or says `false` where more than rows has changed since. */
export async function keepRows(db: Database): Promise<(pool: Database) => Promise<boolean>> {
  // Files of the engine, which has them in memory.
  const fileOf = (table: string) => `'/tmp/kept-${table}'`;
  const kept = await readMarks(db);
  for (const name of kept.keys()) await db.query(`copy ${name} to ${fileOf(name)}`);
  const sets = (await readOwn(db, `'S'`)).map(
    (name) => `format('setval(%L, %s, %L)', '${name}', last_value, is_called) from ${name}`,
  );
  const [catalogue, sequences] = [await read(db, CATALOGUE), await read(db, sets)];
  return async (pool) => {
    await pool.query('reset all; discard temp; unlisten *; select pg_advisory_unlock_all()');
    if ((await read(pool, CATALOGUE)).join() !== catalogue.join()) return false;
    const found = await readMarks(pool);
    const names = [...new Set([...found.keys(), ...kept.keys()])];
    const changed = names.filter((name) => found.get(name) !== (kept.get(name) ?? EMPTY));
    await pool.transaction(async (tx) => {
      // Else the triggers that guard rows would refuse it.
      await tx.query('set local session_replication_role = replica');
      for (const name of changed) {
        await tx.query(`delete from ${name}`);
        if (kept.has(name)) await tx.query(`copy ${name} from ${fileOf(name)}`);
      }
      await tx.query(`select ${sequences.join()}`);
    });
    const again = changed.filter((name) => kept.has(name));
    for (const [name, mark] of await readMarks(pool, again)) kept.set(name, mark);
    return true;
  };
}
