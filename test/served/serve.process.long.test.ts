import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../support/child.js';
import { copyTemplate } from '../support/embedded-template.js';
import { flagsDocument } from '../support/flags-backend.js';

const CLI = new URL('../../src/cli.ts', import.meta.url);

let folder: string;
let child: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-serve-'));
  await copyTemplate('platform', folder);
});
afterEach(async () => {
  await child?.kill();
  await rm(folder, { recursive: true, force: true });
});

function serve(): Child {
  child = new Child(CLI, ['serve', '--config', join(folder, 'sextant.yaml')], {
    ...{ DATA_DIR: folder, PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent' },
  });
  return child;
}

test('"sextant serve" runs what the config file says, until a signal', async () => {
  await writeFile(join(folder, 'flags.json'), JSON.stringify(flagsDocument));
  await writeFile(
    join(folder, 'sextant.yaml'),
    'sources: { flags: { openapi: ./flags.json, base_url: "http://127.0.0.1:1" } }',
  );
  const server = serve();
  let url: string | undefined;
  while (url === undefined) url = /ready at (\S+)/.exec(await server.line())?.[1];
  const answer = await fetch(`${url}/v1/agent/sources`);
  const { items } = (await answer.json()) as { items: unknown[] };
  expect(items[0]).toMatchObject({ id: 'flags', state: 'ok', tools: 8 });
  server.signal('SIGTERM');
  expect(await server.rest()).toContain('Stopping…');
});

test('"sextant serve" says what is wrong with the config file, and where', async () => {
  await writeFile(join(folder, 'sextant.yaml'), 'sources:\n  flags:\n    openapi: ./flags.json\n');
  const server = serve();
  await server.rest();
  expect(server.errorText).toContain('sextant.yaml:2: sources.flags');
  expect(server.errorText).toContain('base_url');
});
