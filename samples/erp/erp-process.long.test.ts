import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../../test/support/child.js';
import { copyTemplate } from '../../test/support/embedded-template.js';
import { readErpSettings } from './erp-settings.js';

const MAIN = new URL('./main.ts', import.meta.url);

let dataDir: string;
let children: Child[];
beforeEach(async () => {
  children = [];
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-erp-'));
  await copyTemplate('platform', dataDir);
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  await rm(dataDir, { recursive: true, force: true });
});

function spawnErp(env: Record<string, string> = {}): Child {
  const child = new Child(MAIN, [], { DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', ...env });
  children.push(child);
  return child;
}

test('the ERP runs as a program of its own, and SIGTERM stops it', async () => {
  const erp = spawnErp();
  const url = /listens at (\S+)/.exec(await erp.line())?.[1] ?? '';
  const response = await fetch(`${url}/v1/workflow/rules?rows=1`);
  expect(response.status).toBe(200);
  expect(((await response.json()) as { total: number }).total).toBeGreaterThan(5);
  erp.signal('SIGTERM');
  expect(await erp.rest()).toEqual([`To let Sextant use it: PLATFORM_URL=${url} npm start`]);
});

test('a port that is taken ends it with a sentence, and the database is free again', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  await expect(spawnErp({ PORT: port }).line()).rejects.toThrow('EADDRINUSE');
  holder.close();
  await expect(spawnErp().line()).resolves.toContain('listens at');
});

test('settings have defaults on this machine, and other hosts are refused by name', () => {
  expect(readErpSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    dataDir: '.data/erp',
    databaseUrl: undefined,
    logLevel: 'info',
  });
  expect(() => readErpSettings({ HOST: '0.0.0.0', PORT: 'x' })).toThrow(
    /HOST: .*tokens.*; PORT=x/s,
  );
});
