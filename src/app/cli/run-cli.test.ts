import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSourceWorker } from '../../../test/support/openapi/source-worker.js';
import { hostileServer } from '../../../test/support/mcp/open-mcp.js';
import { runCli } from './run-cli.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const ok = { responses: { 200: { description: 'ok' } } };
  write('api.json', {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': {
        get: { operationId: 'listOrders', summary: 'List orders', ...ok },
        post: { operationId: 'createOrder', summary: 'Create an order', ...ok },
      },
      '/customers': { get: { operationId: 'listCustomers', summary: 'List customers', ...ok } },
      '/broken/{id}': { get: ok },
    },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await runCli(args, {
    folder,
    env: {},
    say: (text) => said.push(text),
    startWorker: startSourceWorker,
  });
  return { code, said: said.join('\n') };
}

const INIT = [
  'init',
  '--id',
  'shop',
  '--openapi',
  './api.json',
  '--base-url',
  'https://shop.example',
];

test('init writes a file that check finds valid, and says what would be offered', async () => {
  await run(...INIT);
  const { code, said } = await run('check', '--tools');
  expect(code).toBe(0);
  expect(said).toContain('shop: Shop 1. 4 operations, 3 usable, 3 offered: 2 reads, 1 changes.');
  expect(said).toContain('error GET /broken/{id}: Not offered: its path has {id}');
  expect(said).toContain('propose shop_createOrder  Create an order');
});

test('init does not replace a file', async () => {
  await run(...INIT);
  await expect(run(...INIT)).rejects.toThrow(/is there already/);
});

test('check fails for a document that is gone, and for a core tool that no source has', async () => {
  write('sextant.yaml', {
    sources: { gone: { openapi: './gone.json', base_url: 'https://x.example' } },
  });
  expect(await run('check')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/gone: not usable.*ENOENT/),
  });
  write('sextant.yaml', {
    sources: { shop: { openapi: './api.json', base_url: 'https://x.example' } },
    agents: { shop: { title: 'Shop', sources: ['shop'], core_tools: ['shop_listOrder'] } },
  });
  expect(await run('check')).toMatchObject({
    code: 1,
    said: expect.stringContaining('there is no tool shop_listOrder in shop'),
  });
});

test('tools shows which tools a request finds', async () => {
  await run(...INIT);
  const { said } = await run('tools', 'show me all the orders');
  expect(said.split('\n')[1]).toMatch(/^0\.\d+ {2}read {4}shop_listOrders {2}List orders$/);
});

test('without a command or a file it says what to do', async () => {
  expect((await run()).said).toContain('sextant COMMAND');
  expect((await run('nonsense')).code).toBe(1);
  await expect(run('check')).rejects.toThrow(/"sextant init" writes one/);
  await expect(run('check', '--nonsense')).rejects.toThrow(/--nonsense/);
});

test('init asks an MCP server for its tools and writes down by name what it calls reads', async () => {
  const server = hostileServer({
    tools: [
      { name: 'get', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      { name: 'drop', inputSchema: { type: 'object' } },
      { name: 'odd', inputSchema: 'none' },
    ],
  });
  // A plan has no blanks, so that it is one argument of the command.
  const command = 'command' in server ? [server.command, ...server.args].join(' ') : '';
  await run('init', '--id', 'things', '--mcp', command);
  const { code, said } = await run('check', '--tools');
  expect(code).toBe(0);
  expect(said).toContain(
    'things: hostile 1.0.0, MCP 2025-11-25. 3 tools, 2 offered: 1 reads, 1 changes.',
  );
  expect(said).toContain('not offered: odd: It has no inputSchema.');
  expect(said).toContain('read    things_get');
  expect((await run('tools', 'get it')).said).toContain('things_get');
});

test('init for an MCP server that does not start says why, and writes nothing', async () => {
  const init = run('init', '--id', 'things', '--mcp', 'no-such-mcp-server');
  await expect(init).rejects.toThrow(/no-such-mcp-server cannot be started/);
  await expect(run('check')).rejects.toThrow(/There is no sextant\.yaml/);
});
