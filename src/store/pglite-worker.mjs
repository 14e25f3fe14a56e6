/**
 * The embedded PostgreSQL, alone in its thread: a heavy query keeps this thread busy and no stream
 * waits. Speaks the PostgreSQL protocol on a Unix socket; `stop` closes socket and files in order.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const { dataDir, socketPath, maxConnections } = workerData;
const port = parentPort;
if (!port) throw new Error('pglite-worker.mjs runs as a worker thread only');

const db = await PGlite.create({ dataDir, extensions: { vector } });
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections });
await server.start();

port.on('message', async (message) => {
  if (message !== 'stop') return;
  await server.stop();
  await db.close();
  port.postMessage('stopped');
  port.close();
});
port.postMessage('ready');
