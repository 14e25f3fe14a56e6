import { useFolders } from '../../../test/support/embedded-template.js';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '../../store/directory-lock.js';
import { diskFinding, diskState, nodeFinding } from '../doctor/checks.js';
import { doctorCommand } from './doctor-command.js';

const folder = useFolders();

async function doctor(more: Record<string, string> = {}) {
  const lines: string[] = [];
  const env = { PORT: '0', EMBEDDER: 'none', ...more };
  const say = (text: string) => void lines.push(text);
  const code = await doctorCommand([], { model: false }, { env, folder: folder.path, say });
  const of = (what: string) => lines.find((line) => line.slice(6).startsWith(`${what} `)) ?? '';
  return { code, lines, of };
}

test('in an empty folder a server can start, and nothing is left behind', async () => {
  const { code, lines, of } = await doctor();
  expect(code).toBe(0);
  expect(lines.at(-1)).toBe('A server can start here.');
  expect(of('database')).toMatch(/^ok .*made at the first start/);
  expect(of('model')).toMatch(/^look .*No language model is connected/);
  expect(existsSync(join(folder.path, '.data'))).toBe(false);
});

test('settings that cannot be read are told as a server tells them', async () => {
  const { code, of } = await doctor({ PORT: 'x' });
  expect([code, of('settings')]).toEqual([1, expect.stringMatching(/^FAULT .*PORT/s)]);
});

test('a port that another program has, and a file in the place of the directory', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((settle) => other.once('listening', settle));
  other.on('connection', (socket) => socket.destroy());
  const { port } = other.address() as AddressInfo;
  await writeFile(join(folder.path, 'data'), '');
  const { code, lines, of } = await doctor({ PORT: String(port), DATA_DIR: 'data' });
  expect(code).toBe(1);
  expect(of('port')).toMatch(/^FAULT .*taken by another program/);
  expect(of('data')).toMatch(/^FAULT .*a file is in its place/);
  expect(lines.at(-1)).toMatch(/2 of \d need repair/);
  await new Promise((settle) => other.close(settle));
});

test('who has the database open, and a clock that went back', async () => {
  const pg = join(folder.path, '.data', 'pg');
  await mkdir(pg, { recursive: true });
  expect((await doctor()).of('database')).toMatch(/no server has it open/);
  const lock = await lockDirectory(join(folder.path, '.data'));
  expect((await doctor()).of('database')).toMatch(`held by process ${process.pid}`);
  await lock.release();
  const later = new Date(Date.now() + 86_400_000);
  await utimes(pg, later, later);
  expect((await doctor()).of('clock')).toMatch(/^FAULT .*set the clock/);
});

test('a PostgreSQL server and a model that do not answer are faults; no password is told', async () => {
  const DATABASE_URL = 'postgres://me:hunter2secret@127.0.0.1:1/db';
  const model = { LLM_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
  const keys = { LLM_MODEL: 'tiny', OPENAI_API_KEY: 'sk-hunter2secret' };
  const { of, lines } = await doctor({ DATABASE_URL, ...model, ...keys });
  expect(of('database')).toMatch(/^FAULT .*ECONNREFUSED.*start PostgreSQL/);
  expect(of('model')).toMatch(/^ok .*openai tiny; not asked/);
  expect(lines.join('\n')).not.toContain('hunter2secret');
});

test('sources of the config file that cannot be used', async () => {
  const shop = '{ openapi: ./gone.json, base_url: "https://shop.example" }';
  await writeFile(join(folder.path, 'sextant.yaml'), `sources: { shop: ${shop} }`);
  expect((await doctor()).of('sources')).toMatch(/^FAULT .*shop: not usable.*"sextant check"/);
});

test.each([
  ['18.20.0', 'fault'],
  ['20.18.9', 'fault'],
  ['20.19.0', 'look'],
  ['22.1.0', 'ok'],
  ['26.0.0', 'ok'],
])('Node %s is %s', (version, state) => expect(nodeFinding(version).state).toBe(state));

test.each([
  [50e6, 'fault'],
  [1e9, 'look'],
  [50e9, 'ok'],
])('%d bytes free are %s', (free, state) => expect(diskFinding(free, '/d').state).toBe(state));

test('the health says how much room there is, and names no folder', async () => {
  const { state, detail } = await diskState(tmpdir());
  expect([state, detail]).toEqual(['ok', expect.stringMatching(/^\d+\.\d GB free for the data/)]);
});
