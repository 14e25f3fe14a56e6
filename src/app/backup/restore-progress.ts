import { configError, databaseError } from '../../foundation/errors.js';
import type { Database, Queryable } from '../../store/database.js';
import type { MigrationSet } from '../../store/migrate.js';
import { portableTables, type RowTotal } from '../../store/portable-table.js';

const PROGRESS = 'sextant_restore.progress';

/** Marks a database as one that is being restored; rejects with `config_error` unless it is empty or marked already. */
export async function beginRestore(db: Database, sets: readonly MigrationSet[]): Promise<void> {
  if (await isBeingRestored(db)) return;
  const found = await portableTables(db);
  const ours = new Set(sets.map(({ schema }) => schema));
  const table = found.find(({ name }) => ours.has(name.split('.')[0] ?? ''));
  if (table !== undefined)
    throw configError(
      `The database to restore into is not empty: it has ${table.name}. Nothing was changed. Give an empty database, or a DATA_DIR without pg/.`,
    );
  await db.query('create schema if not exists sextant_restore');
  await db.query(
    `create table if not exists ${PROGRESS} (name text primary key, rows bigint not null, digest text not null)`,
  );
}

export async function restoredTables(db: Database): Promise<Map<string, RowTotal>> {
  const rows = await db.query<RowTotal & { name: string }>(
    `select name, rows, digest from ${PROGRESS}`,
  );
  return new Map(rows.map(({ name, ...total }) => [name, total]));
}

export async function noteRestored(tx: Queryable, name: string, total: RowTotal): Promise<void> {
  await tx.query(`insert into ${PROGRESS} (name, rows, digest) values ($1, $2, $3)`, [
    name,
    total.rows,
    total.digest,
  ]);
}

export async function endRestore(db: Database): Promise<void> {
  await db.query('drop schema sextant_restore cascade');
}

/** Rejects with `database_error` a database that a restore has not ended on. */
export async function refuseHalfRestored(db: Database): Promise<void> {
  if (!(await isBeingRestored(db))) return;
  throw databaseError(
    'A restore or move into this database has not ended, so it holds only part of the rows. Repeat that command: it continues where it was; or start on an empty database.',
  );
}

async function isBeingRestored(db: Database): Promise<boolean> {
  const [found] = await db.query('select 1 where to_regclass($1) is not null', [PROGRESS]);
  return found !== undefined;
}
