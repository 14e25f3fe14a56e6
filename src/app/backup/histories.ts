import { erpMigrations } from '../../../samples/erp/seed.js';
import { type AppError, configError } from '../../foundation/errors.js';
import type { AnyPlugin } from '../../host/plugin.js';
import { knowledgeMigrations } from '../../knowledge/knowledge.js';
import type { Queryable } from '../../store/database.js';
import { coreMigrations, historyOf, type MigrationSet } from '../../store/migrate.js';
import { sqlName, type PortableTable } from '../../store/portable-table.js';
import { migrationsOf } from '../migrations.js';

const CORE = nameOf(coreMigrations);

/** The newest migration of each history of a database. Rejects for one that this server has not brought up to date yet. */
export async function historiesOf(
  on: Queryable,
  tables: readonly PortableTable[],
): Promise<Record<string, number>> {
  const histories: Record<string, number> = {};
  for (const table of tables) {
    if (!/\.schema_version(_|$)/.test(table.name)) continue;
    const [row] = await on.query<{ version: number | null }>(
      `select max(version) as version from ${sqlName(table)}`,
    );
    histories[table.name] = row?.version ?? 0;
  }
  if ((histories[CORE] ?? 0) >= (coreMigrations.first ?? 1)) return histories;
  throw configError(
    'The database holds no tables of this server, or those of one from before 0.1. Start this server on it once, then try again.',
  );
}

/**
 * The migrations that make the tables a backup was written from, and none behind them. Rejects with
 * `config_error` when it is newer than this server, or has tables of a plugin that is not there.
 */
export function migrationsFor(
  histories: Readonly<Record<string, number>>,
  plugins: readonly AnyPlugin[],
): MigrationSet[] {
  const known = [...migrationsOf(plugins), knowledgeMigrations, erpMigrations];
  const sets = known.filter(({ isClosed }) => isClosed !== true);
  const missing = Object.keys(histories).find((name) => !sets.some((set) => nameOf(set) === name));
  if (missing !== undefined) throw noPlugin(missing);
  return sets.flatMap((set) => {
    const upTo = histories[nameOf(set)];
    return upTo === undefined ? [] : [{ ...set, upTo }];
  });
}

function nameOf(set: MigrationSet): string {
  return `${set.schema}.${historyOf(set)}`;
}

function noPlugin(history: string): AppError {
  const plugin = history.split('.schema_version_')[1]?.replaceAll('_', '-');
  return configError(
    plugin === undefined
      ? `The backup has tables with the history ${history}, which no part of this server makes. Restore it with the server that wrote it.`
      : `The backup has tables of the plugin "${plugin}", which is not there. Name the plugin in the config file (plugins:), then repeat.`,
  );
}
