import { beforeAll, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { restoreBackup } from '../../src/app/backup/restore-backup.js';
import { serverMigrations } from '../../src/app/migrations.js';
import { builtInPlugins } from '../../src/plugins/built-in.js';
import { AuditLog } from '../../src/store/audit-log.store.js';
import { coreMigrations, historyOf, migrate } from '../../src/store/migrate.js';
import { openTestDatabaseOn, testDatabaseKinds } from '../support/database.js';
import {
  catalogOf,
  rowsOf,
  tablesOf,
  emptyDatabase,
  loadFixture,
  migrateTo,
  versions,
} from './shared-history.js';
import { useOpened } from '../support/use-opened.js';

const olderVersions = await versions();

describe.each(testDatabaseKinds)('on %s', (kind) => {
  const db = useOpened(() => openTestDatabaseOn(kind, 'store'));
  let fresh: Record<string, string[]>;
  beforeAll(async () => {
    await emptyDatabase(db);
    await migrate(db, serverMigrations);
    fresh = await catalogOf(db);
  });

  const historiesOf = async (): Promise<Record<string, number[]>> => {
    const histories: Record<string, number[]> = {};
    for (const set of serverMigrations) {
      const rows = await db.query<{ version: number }>(
        `select version from sextant.${historyOf(set)} where version > 0 order by 1`,
      );
      histories[set.plugin ?? 'core'] = rows.map(({ version }) => version);
    }
    return histories;
  };

  test('a new database has tables of the core from the core only, and of plugins from plugins only', async () => {
    await emptyDatabase(db);
    await migrate(db, coreMigrations);
    expect([...(await tablesOf(db)).keys()]).toEqual([
      'sextant.added_sources',
      'sextant.audit_head',
      'sextant.audit_log',
      'sextant.change_sets',
      'sextant.connected_model',
      'sextant.conversations',
      'sextant.learned_examples',
      'sextant.learned_until',
      'sextant.mcp_clients',
      'sextant.mcp_sign_in_starts',
      'sextant.mcp_sign_ins',
      'sextant.messages',
      'sextant.operation_forms',
      'sextant.previews',
      'sextant.run_events',
      'sextant.run_feedback',
      'sextant.runs',
      'sextant.tool_calls',
    ]);
    await migrate(db, serverMigrations);
    expect(await catalogOf(db)).toEqual(fresh);
    expect(await historiesOf()).toEqual({
      core: [...Array.from({ length: 18 }, (_, at) => 13 + at), 32, 33, 34],
      workflow: [1],
      tables: [1],
      documents: [1],
      law: [1],
      research: [1, 2, 3],
    });
  });

  test('a database that a server wrote loses no row and no value, and is then as a new one', async () => {
    await loadFixture(db);
    const tables = await tablesOf(db);
    const before = await rowsOf(db, tables);
    const filled = Object.entries(before).filter(([, { count }]) => count > 0);
    expect(filled.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['knowledge.blocks', 'knowledge.documents', 'sextant.cases', 'sextant.conversations'],
        ...['sextant.deadlines', 'sextant.drafts', 'sextant.messages', 'sextant.previews'],
        ...['sextant.research', 'sextant.research_work', 'sextant.run_events', 'sextant.runs'],
        ...['sextant.tool_calls', 'sextant.working_copies', 'sextant_jobs.queue'],
      ]),
    );
    expect(await migrate(db, serverMigrations)).toBe(28);
    expect(await rowsOf(db, tables)).toEqual(before);
    expect(await catalogOf(db)).toEqual(fresh);
    expect(await migrate(db, serverMigrations)).toBe(0);
    expect(await rowsOf(db, tables)).toEqual(before);
  });

  test.each(olderVersions)('a database at %d is then as a new one', async (version) => {
    await migrateTo(db, version);
    await migrate(db, serverMigrations);
    expect(await catalogOf(db)).toEqual(fresh);
  });

  test.each(['0.1.0'])(
    'a backup of %s is restored, and upgraded without losing a row',
    async (version) => {
      await emptyDatabase(db);
      const path = fileURLToPath(new URL(`./fixtures/${version}.backup`, import.meta.url));
      const { rows } = await restoreBackup(db, path, { plugins: builtInPlugins });
      expect(rows).toBeGreaterThan(200);
      const tables = await tablesOf(db);
      const before = await rowsOf(db, tables);
      await migrate(db, serverMigrations);
      expect(await rowsOf(db, tables)).toEqual(before);
      expect(await catalogOf(db)).toEqual(fresh);
      expect(await new AuditLog(db).verify()).toMatchObject({ ok: true, entries: 3 });
    },
  );

  test('plugins that are switched on later, one by one, find the tables they had before', async () => {
    await loadFixture(db);
    const tables = await tablesOf(db);
    const before = await rowsOf(db, tables);
    const sets = serverMigrations.filter(({ plugin }) => plugin === undefined);
    await migrate(db, sets);
    for (const set of serverMigrations.filter(({ plugin }) => plugin !== undefined)) {
      sets.push(set);
      expect(await migrate(db, sets)).toBeGreaterThan(0);
    }
    expect(await rowsOf(db, tables)).toEqual(before);
    expect(await catalogOf(db)).toEqual(fresh);
  });

  test('a server with the shared history takes an upgraded or new database for a newer one', async () => {
    await loadFixture(db);
    await migrate(db, serverMigrations);
    const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
      'select max(version) as version from sextant.schema_version',
    );
    expect(version).toBeGreaterThan(Math.max(...olderVersions));
  });

  test('an edited file of the shared history is refused, and nothing is changed', async () => {
    await migrateTo(db, 8);
    await db.query(`update sextant.schema_version set md5 = 'other' where version = 8`);
    const before = await catalogOf(db);
    await expect(migrate(db, serverMigrations)).rejects.toThrow(/008\.do\.cases\.sql.*was edited/);
    expect(await catalogOf(db)).toEqual(before);
  });

  test('a plugin older than its tables is refused by name, and the core is not upgraded either', async () => {
    await migrateTo(db, 12);
    const law = serverMigrations.filter(({ plugin }) => plugin === 'law');
    expect(await migrate(db, law)).toBe(1);
    await db.query(
      `insert into sextant.schema_version_law (version, name, md5) values (2, 'later', 'x')`,
    );
    const before = await catalogOf(db);
    await expect(migrate(db, serverMigrations)).rejects.toMatchObject({
      code: 'database_error',
      message:
        'The database is newer than the plugin "law": the plugin\'s tables are at version 2, this' +
        ' plugin knows versions up to 1. Install the newer plugin (or start the newer server, if' +
        ' the plugin comes with the server), or restore a backup from before the update;' +
        ' migrations do not run backwards.',
    });
    expect(await catalogOf(db)).toEqual(before);
  });
});
