import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { defined } from '../../src/foundation/defined.js';
import { openPool, type Database } from '../../src/store/database.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { explainOutages, openDatabase } from '../../src/store/open-database.js';
import { makeFolder } from './embedded-template.js';
import { openPostgresCopy, urlOfOpen } from './postgres-template.js';
import type { TestContents } from './template-contents.js';

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
    /** Keeps all connections and passes nothing on. */
    silence: () => {
      for (const socket of sockets) socket.unpipe().resume();
    },
  };
}

/** Opens a seeded database through a line that is whole at first, and `direct`, which stays. */
export async function openLinedDatabase(kind: Database['kind'], statementSeconds?: number) {
  const lined = await (kind === 'embedded' ? linedEmbedded() : linedPostgres(statementSeconds));
  const { db, direct, line } = lined;
  const close = async () => {
    await db.close();
    await line.cut();
    await direct.close();
  };
  return { ...lined, close };
}

async function linedEmbedded() {
  const folder = await makeFolder('platform');
  const opened = await openEmbedded(folder.path);
  const direct = { ...opened, close: () => opened.close().then(folder.close) };
  const line = await openLine({ path: join(folder.path, '.s.PGSQL.5432') });
  const at = { host: '127.0.0.1', port: line.port, user: 'postgres', database: 'postgres' };
  const url = new URL(`postgres://${at.host}:${at.port}`);
  return { db: explainOutages(openPool('embedded', { ...at, max: 4 })), url, direct, line };
}

async function linedPostgres(statementSeconds?: number) {
  const direct = await openPostgresCopy('platform');
  const url = new URL(await urlOfOpen(direct));
  const line = await openLine({ host: url.hostname, port: Number(url.port || '5432') });
  url.host = `127.0.0.1:${line.port}`;
  const limits = defined({ statementSeconds });
  const db = await openDatabase({ databaseUrl: url.href, dataDir: '', ...limits });
  return { db, url, direct, line };
}

/** Makes a database that outlives the processes which use it, in a data directory or at a URL. */
export async function makeKilledDatabase(kind: Database['kind'], contents: TestContents = 'store') {
  if (kind === 'postgres') {
    const db = await openPostgresCopy(contents);
    const look = <T>(work: (db: Database) => Promise<T>) => work(db);
    return { place: await urlOfOpen(db), look, remove: () => db.close() };
  }
  const { path: place, close: remove } = await makeFolder(contents);
  const look = async <T>(work: (db: Database) => Promise<T>) => {
    const db = await openEmbedded(place);
    return work(db).finally(() => db.close());
  };
  return { place, look, remove };
}
