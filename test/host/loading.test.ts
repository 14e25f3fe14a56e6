import { rmSync } from 'node:fs';
import { call, startTestServer } from '../support/server.js';
import { openTestDatabase } from '../support/database.js';
import { useFolder, writeIn } from '../support/embedded-template.js';
import { useOpened } from '../support/use-opened.js';

const folder = useFolder();
const db = useOpened(openTestDatabase);
const write = (name: string, text: string) => writeIn(folder, name, text);

const tools = (id: string) =>
  `[{ id: '${id}', tools: [{ name: '${id}_look', description: 'Looks.', execute: async () => ({ result: 1 }) }] }]`;

test('a server runs without the plugins that cannot be used, and its health names each', async () => {
  write('well.mjs', `export default { name: 'well', sources: ${tools('well')} };`);
  write('late.mjs', `export default { name: 'late', sextant: '^9', sources: ${tools('late')} };`);
  write('throws.mjs', `export default { name: 'throws', open() { throw new Error('no key'); } };`);
  write('claims.mjs', `export default { name: 'claims', sources: ${tools('well')} };`);
  write('tables.mjs', `export default { name: 'tables' };`);
  const configFile = write(
    'sextant.yaml',
    `plugins: [${[...['gone', 'late', 'throws', 'well', 'claims', 'tables'].map((name) => `./${name}.mjs`), 'not-installed'].join(', ')}]\n`,
  );
  const server = await startTestServer({ configFile, db });
  try {
    const { status, body } = await call(server.url, 'GET /health/ready');
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(String(body.parts.sources.detail).split('; plugin ')).toEqual([
      'plugin gone.mjs: There is no file ./gone.mjs.',
      expect.stringMatching(/^late: It needs Sextant \^9, and this is \d/),
      'tables: Another plugin has the name "tables".',
      expect.stringMatching(/^not-installed: The package not-installed cannot be found/),
      'throws: no key',
      'claims: The source id "well" is that of the plugin "well" already.',
    ]);
    // Nothing of this machine's folders is told to whoever asks for the health.
    expect(body.parts.sources.detail).not.toContain(folder.path);
    const { body: offered } = await call(server.url, 'GET /v1/agent/tools');
    const names = (offered.items as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('well_look');
    expect(names).not.toContain('late_look');
  } finally {
    await server.close();
  }
});

test('tables of a newer version of a plugin are refused with the way out', async () => {
  const plugin = `export default { name: 'grown', migrations: new URL('./grown/', import.meta.url) };`;
  write('grown.mjs', plugin);
  write('grown/001.do.begin.sql', 'create table sextant.grown_things (id int);');
  const newer = write('grown/002.do.more.sql', 'alter table sextant.grown_things add more text;');
  const configFile = write('grown.yaml', 'plugins: ["./grown.mjs"]\n');
  await (await startTestServer({ configFile, db })).close();
  rmSync(newer);
  await expect(startTestServer({ configFile, db })).rejects.toThrow(
    /newer than the plugin "grown".*version 2.*up to 1\. Install the newer plugin.*restore a backup/,
  );
});

test('settings of a plugin that is not served are a mistake in the config file', async () => {
  const configFile = write('settings.yaml', 'plugin_settings: { tikets: { url: x } }\n');
  await expect(startTestServer({ configFile, db })).rejects.toThrow(
    /plugin_settings\.tikets is of no plugin that is served; those are /,
  );
});
