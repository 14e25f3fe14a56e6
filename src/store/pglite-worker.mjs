/**
 * The embedded PostgreSQL, alone in its thread: a heavy query keeps this thread busy and no stream
 * waits. Speaks the PostgreSQL protocol over the ports it is given by `{connect}`, and on a Unix socket for other
 * processes. Posts `{ready}` once, `{failed}` when the database cannot be opened or breaks; the message `stop`
 * closes all connections and the files in order.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { collectGarbage } from '../foundation/collect-garbage.mjs';
import { PgliteSessions } from './pglite-sessions.mjs';

/** @type {{ dataDir: string, socketPath: string, maxConnections: number }} */
const { dataDir, socketPath, maxConnections } = workerData;
const port = parentPort;
if (!port) throw new Error('pglite-worker.mjs runs as a worker thread only');

/** @param {unknown} error */
function fail(error) {
  port?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  // PGlite's memory cannot be trusted any more: nothing may be written from it.
  setImmediate(() => process.exit(1));
}

const options = {
  extensions: { vector },
  // All of them are taken at once, and without a word it would be 128 MB.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
};

/** Made beside and renamed when whole: what a killed process leaves is never mistaken for a database. */
async function open() {
  const incomplete = `${dataDir}.incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  if (!existsSync(dataDir)) {
    const made = await PGlite.create({ dataDir: incomplete, ...options });
    await made.close();
    await rename(incomplete, dataDir);
  }
  return PGlite.create({ dataDir, ...options });
}

/** Every connection's end. @type {Set<() => void>} */
const ends = new Set();

/**
 * Serves a connection from within this process.
 * @param {PgliteSessions} sessions @param {import('node:worker_threads').MessagePort} port
 */
function serve(sessions, port) {
  const end = () => port.close();
  // What PGlite gives is a view of all its memory.
  const client = sessions.connect((data) => port.postMessage(new Uint8Array(data)), end);
  ends.add(end);
  port.on('message', (data) => client.receive(data));
  port.on('close', () => {
    ends.delete(end);
    client.leave();
  });
}

/** Listens for other processes. @param {PgliteSessions} sessions */
async function listen(sessions) {
  const server = createServer((socket) => {
    const end = () => void socket.destroy();
    const client = sessions.connect((data) => socket.write(Buffer.from(data)), end);
    ends.add(end);
    socket.on('data', (data) => client.receive(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      ends.delete(end);
      client.leave();
    });
  });
  server.maxConnections = maxConnections;
  await once(server.listen(socketPath), 'listening');
  return server;
}

try {
  const db = await open();
  // Not now: somebody waits.
  setTimeout(collectGarbage, 10_000).unref();
  const sessions = new PgliteSessions(db, fail);
  const server = await listen(sessions);
  port.on('message', async (message) => {
    if (message !== 'stop') return serve(sessions, message.connect);
    server.close();
    for (const end of ends) end();
    await db.close();
    port.close();
  });
  port.postMessage({ ready: true });
} catch (error) {
  fail(error);
}
