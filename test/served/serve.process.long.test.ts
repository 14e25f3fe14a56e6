import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useChildren } from '../support/child.js';
import { flagsDocument } from '../support/flags-backend.js';
import { useFolders } from '../support/embedded-template.js';

const CLI = new URL('../../src/cli.ts', import.meta.url);

const folder = useFolders('platform');
const spawnCli = useChildren(CLI, () => {
  return { DATA_DIR: folder.path, PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent' };
});
const file = () => join(folder.path, 'sextant.yaml');
const serve = () => spawnCli({}, 'serve', '--config', file());

test('"sextant serve" runs what the config file says, until a signal', async () => {
  await writeFile(join(folder.path, 'flags.json'), JSON.stringify(flagsDocument));
  const flags = '{ openapi: ./flags.json, base_url: "http://127.0.0.1:1" }';
  await writeFile(file(), `sources: { flags: ${flags} }`);
  const server = serve();
  const answer = await fetch(`${await server.ready()}/v1/agent/sources`);
  const { items } = (await answer.json()) as { items: unknown[] };
  expect(items[0]).toMatchObject({ id: 'flags', state: 'ok', tools: 8 });
  server.signal('SIGTERM');
  expect(await server.rest()).toContain('Stopping…');
});

test('"sextant serve" says what is wrong with the config file, and where', async () => {
  await writeFile(file(), 'sources:\n  flags:\n    openapi: ./flags.json\n');
  const server = serve();
  await server.rest();
  expect(server.errorText).toContain('sextant.yaml:2: sources.flags');
  expect(server.errorText).toContain('base_url');
});
