import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { useFolders, copyTemplate } from '../../../test/support/embedded-template.js';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openTestDatabaseOn, testDatabaseKinds } from '../../../test/support/database.js';
import { prepareErp } from '../../../samples/erp/seed.js';
import { emptyDatabase, loadRelease, everyRow } from '../../../test/upgrade/stored-rows.js';
import { knowledgeMigrations } from '../../knowledge/knowledge.js';
import { builtInPlugins } from '../../plugins/built-in.js';
import { AuditLog } from '../../store/audit-log.store.js';
import type { Database } from '../../store/database.js';
import { migrate } from '../../store/migrate.js';
import { serverMigrations } from '../migrations.js';
import { openEmbedded } from '../../store/embedded.js';
import { runCli } from '../cli/run-cli.js';
import { refuseHalfRestored } from './restore-progress.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

const plugins = builtInPlugins;

/** What a released server wrote and one of now, with values that are easily lost on the way. */
async function fill(db: Database): Promise<void> {
  await loadRelease(db);
  await migrate(db, [...serverMigrations, knowledgeMigrations]);
  await prepareErp(db);
  for (const entry of ['{"action":"proposed"}', '{"action":"sent"}'])
    await db.query('insert into sextant.audit_log (entry) values ($1)', [entry]);
  // The one that points comes before the one it points at.
  await db.query(
    `insert into sextant.change_sets (id, user_id, run_id, conversation_id, undo_of, created_at)
     select ids.id, 'me', ids.id, ids.id, null, '2026-01-01T00:00:00.123456Z'
       from (values ('00000000-0000-4000-8000-000000000001'::uuid),
                    ('00000000-0000-4000-8000-000000000002'::uuid)) as ids (id)`,
  );
  await db.query(
    `update sextant.change_sets set undo_of = '00000000-0000-4000-8000-000000000002'
     where id = '00000000-0000-4000-8000-000000000001'`,
  );
  await db.query(
    `insert into knowledge.originals (document_id, content)
     select id, decode('00ff0a5c22', 'hex') from knowledge.documents limit 1`,
  );
}

const folder = useFolders();

describe.each(testDatabaseKinds)('a backup, restored on %s', (kind) => {
  let source: Database;
  let target: Database;
  let before: unknown;
  beforeAll(async () => {
    source = await openTestDatabaseOn('embedded', 'store');
    await fill(source);
    before = await everyRow(source);
    target = await openTestDatabaseOn(kind, 'store');
  });
  beforeEach(() => emptyDatabase(target).then(() => target.query(DROP_ERP)));
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  const write = () => writeBackup(source, join(folder.path, 'all.backup'), []);
  const path = () => join(folder.path, 'all.backup');

  test('has every row and every value, and the server continues on it', async () => {
    const { rows, tables } = await write();
    expect(tables.size).toBeGreaterThan(50);
    expect(rows).toBeGreaterThan(1_000);
    await restoreBackup(target, path(), { plugins });
    expect(await everyRow(target)).toEqual(before);
    expect(await everyRow(source)).toEqual(before);
    await refuseHalfRestored(target);
    expect(await migrate(target, serverMigrations)).toBe(0);
    await target.query(`insert into sextant.audit_log (entry) values ('{"action":"answered"}')`);
    expect(await new AuditLog(target).verify()).toMatchObject({ ok: true, entries: 6 });
    await expect(target.query('delete from sextant.audit_log')).rejects.toThrow(/only be added to/);
    const [{ position } = { position: 0 }] = await target.query<{ position: number }>(
      `insert into sextant.tool_calls (run_id, tool_use_id, user_id, name, effect, state)
       select id, 'next', user_id, 'x', 'read', 'planned' from sextant.runs limit 1
       returning position`,
    );
    const [{ max } = { max: 0 }] = await source.query<{ max: number }>(
      'select max(position) as max from sextant.tool_calls',
    );
    expect(position).toBeGreaterThan(max);
  });

  test('that was interrupted is refused by servers, and continued by the same command only', async () => {
    await write();
    const stopAfter = 'sextant.conversations';
    const progress = (table: string) => {
      if (table === stopAfter) throw new Error('the power went off');
    };
    await expect(restoreBackup(target, path(), { plugins, progress })).rejects.toThrow(/power/);
    await expect(refuseHalfRestored(target)).rejects.toThrow(/Repeat that command/);
    await source.query(`insert into sextant.audit_log (entry) values ('{"action":"later"}')`);
    const other = join(folder.path, 'other.backup');
    await writeBackup(source, other, []);
    await expect(restoreBackup(target, other, { plugins })).rejects.toThrow(/another backup/);
    const there: string[] = [];
    await restoreBackup(target, path(), {
      plugins,
      progress: (table, _total, wasThere) => void (wasThere && there.push(table)),
    });
    expect(there).toContain(stopAfter);
    expect(await everyRow(target)).toEqual(before);
  });

  test('is refused where something is already, and nothing changes', async () => {
    await write();
    await migrate(target, serverMigrations);
    const found = await everyRow(target);
    await expect(restoreBackup(target, path(), { plugins })).rejects.toThrow(/is not empty/);
    expect(await everyRow(target)).toEqual(found);
  });

  test('is refused when it is not whole, from a newer server, or of a plugin that is not there', async () => {
    await write();
    const text = gunzipSync(await readFile(path())).toString('utf8');
    const refused = async (changed: string | Buffer) => {
      const file = join(folder.path, 'changed.backup');
      await writeFile(file, typeof changed === 'string' ? gzipSync(changed) : changed);
      return await restoreBackup(target, file, { plugins }).catch((e: Error) => e.message);
    };
    expect(await refused((await readFile(path())).subarray(0, 5_000))).toMatch(/no whole backup/);
    expect(await refused(text.slice(0, text.lastIndexOf('{"whole"')))).toMatch(/end is missing/);
    expect(await refused('hello')).toMatch(/no whole backup/);
    expect(await refused(text.replace('"sent', '"went'))).toMatch(/rows of .* are not those/);
    expect(await refused(text.replace('_backup":1', '_backup":2'))).toMatch(/format 2/);
    const newer = text.replace(/"sextant.schema_version":\d+/, '"sextant.schema_version":99');
    expect(await refused(newer)).toMatch(/newer than this server/);
    const strange = text.replace('schema_version_law"', 'schema_version_odd_one"');
    expect(await refused(strange)).toMatch(/plugin "odd-one"/);
    expect(await everyRow(target)).toEqual({});
  });
});

const DROP_ERP =
  'drop schema if exists core, hr, inventory, procurement, sales, platform, sextant_restore cascade';

describe('the commands', () => {
  const folder = useFolders();

  test('the commands back up beside a running server, and restore elsewhere', async () => {
    const said: string[] = [];
    const run = (dataDir: string, ...args: string[]) =>
      runCli(args, {
        folder: folder.path,
        env: { DATA_DIR: dataDir },
        say: (text) => said.push(text),
      });
    const dataDir = join(folder.path, 'data');
    await mkdir(join(dataDir, 'mcp'), { recursive: true });
    await copyTemplate('store', dataDir);
    await writeFile(join(dataDir, 'sign-in.key'), 'secret');
    await writeFile(join(dataDir, 'mcp', 'files.json'), '{}');
    const server = await openEmbedded(dataDir);
    await server.query(`insert into sextant.audit_log (entry) values ('{"action":"sent"}')`);
    const before = await everyRow(server);
    expect(await run('data', 'backup', 'a.backup')).toBe(0);
    await expect(run('data', 'backup', 'a.backup')).rejects.toThrow(/is there already/);
    await expect(run('data', 'move', '--to', 'mysql://x')).rejects.toThrow(/postgres:\/\//);
    await server.query(`insert into sextant.audit_log (entry) values ('{"action":"answered"}')`);
    await server.close();
    expect(await run('elsewhere', 'restore', 'a.backup')).toBe(0);
    const restored = await openEmbedded(join(folder.path, 'elsewhere'));
    try {
      expect(await everyRow(restored)).toEqual(before);
    } finally {
      await restored.close();
    }
    expect(await readFile(join(folder.path, 'elsewhere', 'sign-in.key'), 'utf8')).toBe('secret');
    expect(said.join('\n')).toMatch(/Wrote .*a\.backup: \d+ rows .*\nRestored \d+ rows/s);
    expect(await run('elsewhere', 'migrate')).toBe(0);
    expect(said.at(-1)).toMatch(/^\d+ migrations ran\.$/);
    await expect(run('elsewhere', 'restore', 'a.backup')).rejects.toThrow(/is not empty/);
    await expect(run('nowhere', 'backup')).rejects.toThrow(/no embedded database/);
  });
});
