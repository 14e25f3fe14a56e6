import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpMcp } from '../../../../../test/support/mcp/http-mcp.js';
import { closeSources, openMcp, untilStatus } from '../../../../../test/support/mcp/open-mcp.js';
import { silentLogger } from '../../../../foundation/logger.js';
import { ProtocolFile } from './protocol-memory.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await closeSources();
  for (const close of closers.splice(0)) await close();
});

let now = new Date('2026-11-20T12:00:00Z');

async function memoryIn(path: string, server = 'one'): Promise<ProtocolFile> {
  return new ProtocolFile({ path, server, clock: () => now, logger: silentLogger });
}

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-protocol-'));
  closers.push(() => rm(folder, { recursive: true }));
  return join(folder, 'data', 's.json');
}

describe('the protocol of a server', () => {
  test('is not asked for again by the next process', async () => {
    const server = await startHttpMcp([]);
    closers.push(() => server.close());
    const path = await newPath();
    const connected = async () => {
      const memory = await memoryIn(path);
      const source = openMcp({ url: server.url, headers: {} }, { memory });
      const { protocolVersion } = await untilStatus(source, ({ state }) => state === 'ready');
      await source.close();
      const methods = server.requests.splice(0).map(({ body }) => methodOf(body));
      return { protocolVersion, methods };
    };
    const first = await connected();
    const second = await connected();
    expect(first.methods).toContain('server/discover');
    expect(second.methods).not.toContain('server/discover');
    expect(second.protocolVersion).toBe(first.protocolVersion);
  });

  test('is found out again where the server contradicts what was remembered', async () => {
    const server = await startHttpMcp([]);
    closers.push(() => server.close());
    const memory = await memoryIn(await newPath());
    // A server that speaks nothing of what it once said: the handshake of 2025 is refused.
    server.refused.add('initialize');
    await memory.write({ kind: 'legacy' });
    const source = openMcp({ url: server.url, headers: {} }, { memory });
    const { protocolVersion } = await untilStatus(source, ({ state }) => state === 'ready');
    expect(protocolVersion).toBe('2026-07-28');
    expect(await memory.read()).toMatchObject({ kind: 'modern' });
  });

  test('is no other server’s, and is asked again after a day', async () => {
    const path = await newPath();
    const memory = await memoryIn(path);
    await memory.write({ kind: 'legacy' });
    expect(await memory.read()).toEqual({ kind: 'legacy' });
    expect(await (await memoryIn(path, 'another')).read()).toBeUndefined();
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
    expect(await memory.read()).toBeUndefined();
  });

  test.each(['', '{', '[]', '{"server":"one"}', '{"verdict":{"kind":"modern"}}'])(
    'is asked for where the file says %j',
    async (text) => {
      const path = await newPath();
      const memory = await memoryIn(path);
      await memory.write({ kind: 'legacy' });
      const written = JSON.parse(await readFile(path, 'utf8')) as object;
      const wrong = text.includes('verdict') ? { ...written, ...JSON.parse(text) } : text;
      await writeFile(path, typeof wrong === 'string' ? wrong : JSON.stringify(wrong));
      expect(await memory.read()).toBeUndefined();
    },
  );
});

function methodOf(body: string): unknown {
  return body === '' ? undefined : (JSON.parse(body) as { method?: string }).method;
}
