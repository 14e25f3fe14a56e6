import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { useFolder, copyTemplate } from '../../../test/support/embedded-template.js';
import { useCli } from '../../../test/support/use-cli.js';
import { useOpened } from '../../../test/support/use-opened.js';
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

const folder = useFolder();

describe.each(testDatabaseKinds)('a backup, restored on %s', (kind) => {
  const source = useOpened(() => openTestDatabaseOn('embedded', 'store'));
  const target = useOpened(() => openTestDatabaseOn(kind, 'store'));
  const path = () => join(folder.path, `${kind}.backup`);
  const restore = (file = path(), more = {}) => restoreBackup(target, file, { plugins, ...more });
  let before: unknown;
  let written: Awaited<ReturnType<typeof writeBackup>>;
  beforeAll(async () => {
    await fill(source);
    before = await everyRow(source);
    written = await writeBackup(source, path(), []);
  });
  beforeEach(() => emptyDatabase(target).then(() => target.query(DROP_ERP)));

  test('has every row and every value, and the server continues on it', async () => {
    expect(written.tables.size).toBeGreaterThan(50);
    expect(written.rows).toBeGreaterThan(1_000);
    await restore();
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
    const last = 'select max(position) as max from sextant.tool_calls';
    const [{ max } = { max: 0 }] = await source.query<{ max: number }>(last);
    expect(position).toBeGreaterThan(max);
  });

  test('that was interrupted is refused by servers, and continued by the same command only', async () => {
    const stopAfter = 'sextant.conversations';
    const progress = (table: string) => {
      if (table === stopAfter) throw new Error('the power went off');
    };
    await expect(restore(path(), { progress })).rejects.toThrow(/power/);
    await expect(refuseHalfRestored(target)).rejects.toThrow(/Repeat that command/);
    await source.query(`insert into sextant.audit_log (entry) values ('{"action":"later"}')`);
    const other = join(folder.path, `other-${kind}.backup`);
    await writeBackup(source, other, []);
    await expect(restore(other)).rejects.toThrow(/another backup/);
    const there: string[] = [];
    await restore(path(), {
      progress: (table: string, _total: number, wasThere: boolean) =>
        void (wasThere && there.push(table)),
    });
    expect(there).toContain(stopAfter);
    expect(await everyRow(target)).toEqual(before);
  });

  test('is refused where something is already, and nothing changes', async () => {
    await migrate(target, serverMigrations);
    const found = await everyRow(target);
    await expect(restore()).rejects.toThrow(/is not empty/);
    expect(await everyRow(target)).toEqual(found);
  });

  test('is refused when it is not whole, from a newer server, or of a plugin that is not there', async () => {
    const bytes = await readFile(path());
    const text = gunzipSync(bytes).toString('utf8');
    for (const [changed, message] of [
      [bytes.subarray(0, 5_000), /no whole backup/],
      [text.slice(0, text.lastIndexOf('{"whole"')), /end is missing/],
      ['hello', /no whole backup/],
      [text.replace('"sent', '"went'), /rows of .* are not those/],
      [text.replace('_backup":1', '_backup":2'), /format 2/],
      [text.replace(/("sextant.schema_version":)\d+/, '$199'), /newer than this server/],
      [text.replace('schema_version_law"', 'schema_version_odd_one"'), /plugin "odd-one"/],
    ] as const) {
      const file = join(folder.path, 'changed.backup');
      await writeFile(file, typeof changed === 'string' ? gzipSync(changed) : changed);
      await expect(restore(file)).rejects.toThrow(message);
    }
    expect(await everyRow(target)).toEqual({});
  });
});

const DROP_ERP =
  'drop schema if exists core, hr, inventory, procurement, sales, platform, sextant_restore cascade';

const cli = useCli();

test('the commands back up beside a running server, and restore elsewhere', async () => {
  const run = (DATA_DIR: string, ...args: string[]) => cli.run(args, { env: { DATA_DIR } });
  const dataDir = join(cli.folder.path, 'data');
  await mkdir(join(dataDir, 'mcp'), { recursive: true });
  await copyTemplate('store', dataDir);
  cli.write('data/sign-in.key', 'secret');
  cli.write('data/mcp/files.json', '{}');
  const server = await openEmbedded(dataDir);
  await server.query(`insert into sextant.audit_log (entry) values ('{"action":"sent"}')`);
  const before = await everyRow(server);
  const done = (said: RegExp) => ({ code: 0, said: expect.stringMatching(said) });
  expect(await run('data', 'backup', 'a.backup')).toEqual(done(/Wrote .*a\.backup: \d+ rows/));
  await expect(run('data', 'backup', 'a.backup')).rejects.toThrow(/is there already/);
  await expect(run('data', 'move', '--to', 'mysql://x')).rejects.toThrow(/postgres:\/\//);
  await server.query(`insert into sextant.audit_log (entry) values ('{"action":"answered"}')`);
  await server.close();
  expect(await run('elsewhere', 'restore', 'a.backup')).toEqual(done(/Restored \d+ rows/));
  const restored = await openEmbedded(join(cli.folder.path, 'elsewhere'));
  expect(await everyRow(restored)).toEqual(before);
  await restored.close();
  expect(cli.read('elsewhere/sign-in.key')).toBe('secret');
  expect(await run('elsewhere', 'migrate')).toEqual(done(/^\d+ migrations ran\.$/));
  await expect(run('elsewhere', 'restore', 'a.backup')).rejects.toThrow(/is not empty/);
  await expect(run('nowhere', 'backup')).rejects.toThrow(/no embedded database/);
});
