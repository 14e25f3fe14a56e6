import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool, type Database } from '../../src/store/database.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { explainOutages } from '../../src/store/explain-outage.js';

let directory: string;
let engine: Database;
let db: Database;
let port: number;
let between: Server;
const sockets = new Set<Socket>();

/** A real database, reached over a line that the test can cut. */
async function openLine(at = 0): Promise<number> {
  between = createServer((client) => {
    const server = connect(join(directory, '.s.PGSQL.5432'));
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => between.listen(at, '127.0.0.1', resolve));
  return (between.address() as { port: number }).port;
}

async function cutLine(): Promise<void> {
  const closed = new Promise((resolve) => between.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-outage-'));
  engine = await openEmbedded(directory);
  port = await openLine();
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 2 };
  db = explainOutages(openPool('embedded', connection));
});
afterAll(async () => {
  await db.close();
  await cutLine();
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

const one = () => db.query<{ one: number }>('select 1 as one');

test('a database that goes away is said within a second, and is used again when it is back', async () => {
  expect(await one()).toEqual([{ one: 1 }]);
  await cutLine();
  const started = performance.now();
  const away = { code: 'database_error', message: expect.stringMatching(/does not answer/) };
  await expect(one()).rejects.toMatchObject(away);
  await expect(db.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(away);
  expect(performance.now() - started).toBeLessThan(1_000);
  await openLine(port);
  expect(await one()).toEqual([{ one: 1 }]);
});

test.each([
  ['53100', /disk of the database is full/],
  ['57P03', /does not answer/],
])('the state %s says what to do', async (state, message) => {
  const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
  await expect(db.query(raise)).rejects.toMatchObject({
    code: 'database_error',
    message: expect.stringMatching(message),
    cause: { code: state },
  });
});

test('what a statement itself did wrong stays what it is', async () => {
  await expect(db.query('select nothing')).rejects.toMatchObject({ code: '42703' });
});
