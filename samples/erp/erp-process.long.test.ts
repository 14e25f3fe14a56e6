import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { useChildren } from '../../test/support/child.js';
import { readErpSettings } from './erp.module.js';
import { useFolders } from '../../test/support/embedded-template.js';

const MAIN = new URL('./main.ts', import.meta.url);

const folder = useFolders('platform');
const spawnErp = useChildren(MAIN, () => ({ DATA_DIR: folder.path, PORT: '0', DATABASE_URL: '' }));

test('the ERP runs as a program of its own, and SIGTERM stops it', async () => {
  const erp = spawnErp();
  const url = await erp.ready();
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
