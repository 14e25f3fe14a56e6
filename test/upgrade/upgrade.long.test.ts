import { serverMigrations } from '../../src/app/migrations.js';
import { AuditLog } from '../../src/store/audit-log.store.js';
import { coreMigrations, historyOf, migrate } from '../../src/store/migrate.js';
import { openTestDatabaseOn, testDatabaseKinds } from '../support/database.js';
import { catalogOf, rowsOf, tablesOf, emptyDatabase, loadRelease } from './stored-rows.js';
import { useOpened } from '../support/use-opened.js';

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
    const tables = `added_sources audit_head audit_log change_sets connected_model conversations
      learned_examples learned_until mcp_clients mcp_sign_in_starts mcp_sign_ins messages
      operation_forms previews run_events run_feedback runs tool_calls`;
    const named = tables.split(/\s+/).map((name) => `sextant.${name}`);
    expect([...(await tablesOf(db)).keys()]).toEqual(named);
    await migrate(db, serverMigrations);
    expect(await catalogOf(db)).toEqual(fresh);
    expect(await historiesOf()).toEqual({
      core: [...Array.from({ length: 18 }, (_, at) => 13 + at), 32, 33, 34, 35],
      workflow: [1],
      tables: [1],
      documents: [1],
      law: [1],
      research: [1, 2, 3],
    });
  });

  test.each(['0.1.0'])(
    'a backup of %s is restored, and upgraded without losing a row',
    async (version) => {
      expect(await loadRelease(db, version)).toBeGreaterThan(200);
      const tables = await tablesOf(db);
      const before = await rowsOf(db, tables);
      await migrate(db, serverMigrations);
      expect(await rowsOf(db, tables)).toEqual(before);
      expect(await catalogOf(db)).toEqual(fresh);
      expect(await new AuditLog(db).verify()).toMatchObject({ ok: true, entries: 3 });
    },
  );

  test('a plugin older than its tables is refused by name, and the core is not upgraded either', async () => {
    await emptyDatabase(db);
    await migrate(db, coreMigrations);
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
