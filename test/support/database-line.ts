import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool, type Database } from '../../src/store/database.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { explainOutages, openDatabase } from '../../src/store/open-database.js';
import { copyTemplate } from './embedded-template.js';
import { openPostgresCopy, urlOfOpen } from './postgres-template.js';

/** A connection to a database server that a test can cut and mend: passes everything on to `target`. */
async function openLine(target: NetConnectOpts) {
  const sockets = new Set<Socket>();
  let between: Server;
  const listen = async (port: number): Promise<number> => {
    between = createServer((client) => {
      const server = connect(target);
      for (const socket of [client, server]) {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      }
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => between.listen(port, '127.0.0.1', resolve));
    return (between.address() as { port: number }).port;
  };
  const port = await listen(0);
  return {
    port,
    /** Breaks all connections; new ones are refused. */
    cut: async () => {
      const closed = new Promise((resolve) => between.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => void (await listen(port)),
  };
}

/**
 * Opens a seeded database of the kind, as the server does, through a line that is whole at first; `direct` is another way
 * to it that stays.
 */
export async function openLinedDatabase(kind: Database['kind']) {
  return kind === 'embedded' ? linedEmbedded() : linedPostgres();
}

async function linedEmbedded() {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-line-'));
  await copyTemplate('platform', directory);
  const direct = await openEmbedded(directory);
  const line = await openLine({ path: join(directory, '.s.PGSQL.5432') });
  const at = { host: '127.0.0.1', port: line.port, user: 'postgres', database: 'postgres' };
  const db = explainOutages(openPool('embedded', { ...at, max: 4 }));
  const close = async () => {
    await db.close();
    await line.cut();
    await direct.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { db, direct, line, close };
}

async function linedPostgres() {
  const direct = await openPostgresCopy('platform');
  const url = new URL(await urlOfOpen(direct));
  const line = await openLine({ host: url.hostname, port: Number(url.port || '5432') });
  url.host = `127.0.0.1:${line.port}`;
  const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  const close = async () => {
    await db.close();
    await line.cut();
    await direct.close();
  };
  return { db, direct, line, close };
}

type Look = (db: Database) => Promise<void>;

/**
 * Makes an empty database of this kind that outlives the processes which use it, in a data directory or at a URL, its
 * `place`; `end` looks into it once nobody uses it any more, and removes it.
 */
export async function makeKilledDatabase(kind: Database['kind']) {
  return kind === 'embedded' ? killedEmbedded() : killedPostgres();
}

async function killedEmbedded() {
  const place = await mkdtemp(join(tmpdir(), 'sextant-kill-'));
  await copyTemplate('store', place);
  const end = async (look: Look) => {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: place });
    await look(db);
    await db.close();
    await rm(place, { recursive: true });
  };
  return { place, end };
}

async function killedPostgres() {
  const db = await openPostgresCopy('store');
  const end = async (look: Look) => {
    await look(db);
    await db.close();
  };
  return { place: await urlOfOpen(db), end };
}
