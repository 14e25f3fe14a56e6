import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openPool, type Database } from './database.js';

const MAX_CONNECTIONS = 20;
const POOL_SIZE = 5;
/** `pg` looks for `.s.PGSQL.<port>` in the host directory. */
const PORT = 5432;

/** Starts the embedded PostgreSQL on `dataDir` in its own thread and opens a pool on its socket. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true });
  const socketPath = `${directory}/.s.PGSQL.${PORT}`;
  await rm(socketPath, { force: true });
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { dataDir: `${directory}/pg`, socketPath, maxConnections: MAX_CONNECTIONS },
  });
  await Promise.race([once(worker, 'message'), rejectOnExit(worker)]);
  const connection = {
    host: directory,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    max: POOL_SIZE,
  };
  return openPool('embedded', connection, () => stop(worker));
}

async function stop(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.postMessage('stop');
  await exited;
}

async function rejectOnExit(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('the embedded database stopped while it started');
}
