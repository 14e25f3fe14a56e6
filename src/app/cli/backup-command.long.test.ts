import { expect, test } from '@jest/globals';
import { useFolders } from '../../../test/support/use-folder.js';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTemplate } from '../../../test/support/embedded-template.js';
import { everyRow } from '../../../test/upgrade/rows.js';
import { openEmbedded } from '../../store/embedded.js';
import { runCli } from './run-cli.js';

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
