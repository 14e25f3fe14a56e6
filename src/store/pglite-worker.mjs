/**
 * The embedded PostgreSQL, alone in its thread: a heavy query keeps this thread busy and no stream
 * waits. Speaks the PostgreSQL protocol on a Unix socket. Posts `{ready}` once, `{failed}` when the
 * database cannot be opened or breaks; the message `stop` closes socket and files in order.
 */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { withWholeTurns } from './pglite-turns.mjs';

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

/**
 * Opens the files. Creating them takes seconds; a process killed in the meantime leaves a torso, told by
 * the mark beside it and recreated: nobody had been told of a row in it.
 */
async function open() {
  const incomplete = `${dataDir}.incomplete`;
  if (existsSync(incomplete)) await rm(dataDir, { recursive: true, force: true });
  const isNew = !existsSync(dataDir);
  if (isNew) await writeFile(incomplete, '');
  const db = await PGlite.create({ dataDir, extensions: { vector } });
  await rm(incomplete, { force: true });
  return db;
}

try {
  const db = await open();
  const turns = withWholeTurns(db, fail);
  const server = new PGLiteSocketServer({ db: turns, path: socketPath, maxConnections });
  await server.start();
  port.on('message', async (message) => {
    if (message !== 'stop') return;
    await server.stop();
    await db.close();
    port.close();
  });
  port.postMessage({ ready: true });
} catch (error) {
  fail(error);
}
