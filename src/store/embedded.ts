import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker, MessageChannel, type MessagePort } from 'node:worker_threads';
import { Duplex } from 'node:stream';
import { AppError, databaseError, messageOf } from '../foundation/errors.js';
import { repeat, withinTime } from '../foundation/clock.js';
import { openPool, type Database, type Queryable } from './database.js';
import { lockDirectory } from './directory-lock.js';
import { requireReadableFiles, checkManifest, writeManifest } from './embedded-manifest.js';

const LOOK_MS = 60_000;
/** What is replayed at most after a kill, beside what was written within {@link LOOK_MS}. */
const DUE_BYTES = 256 * 1024 * 1024;

/** Writes a checkpoint when the log has grown by `bytes` since the last one; `true` when it did. */
export async function checkpointIfDue(db: Queryable, bytes: number): Promise<boolean> {
  const [due] = await db.query(
    `select 1 from pg_control_checkpoint()
     where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1`,
    [bytes],
  );
  if (due) await db.query('checkpoint');
  return due !== undefined;
}

const MAX_CONNECTIONS = 20;
const POOL_SIZE = 5;
/** Other processes' `pg` looks for `.s.PGSQL.<port>` in the host directory. */
const PORT = 5432;
/** A socket's path must fit `sockaddr_un`: 108 bytes on Linux, 104 on macOS, with the closing zero. */
const MAX_SOCKET_PATH = 103;
const REASON_MS = 500;

/** Starts PostgreSQL on `dataDir` in a thread, with a pool. Rejects with `database_locked` or `database_error`. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const { open, stop } = await startEmbedded(dataDir);
  return open(stop);
}

/** The same before it has a pool: it may have one after the other. Its thread keeps the process running. */
export async function startEmbedded(dataDir: string) {
  const directory = resolve(dataDir);
  const lock = await lockDirectory(directory);
  try {
    const files = join(directory, 'pg');
    await requireReadableFiles(files);
    await checkManifest(files);
    const socket = await socketDirectory(directory);
    const engine = await startEngine(directory, join(socket.directory, `.s.PGSQL.${PORT}`));
    const stop = async (): Promise<void> => {
      if (await engine.stop()) await writeManifest(files);
      await socket.remove();
      await lock.release();
    };
    return { open: openEngine.bind(undefined, engine), stop, thread: engine.thread };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function openEngine(engine: Engine, onClose?: () => Promise<void>): Database {
  const connection = {
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    max: POOL_SIZE,
  };
  const pool = openPool('embedded', connection, async () => {
    stopCheckpoints();
    await onClose?.();
  });
  const db = withReason(pool, engine);
  // PGlite makes no checkpoints by itself, and its log would grow for ever.
  const look = async (): Promise<void> => void (await checkpointIfDue(db, DUE_BYTES));
  const stopCheckpoints = repeat(LOOK_MS, look, () => {});
  return db;
}

/** The data directory itself, or a private short one when its path is too long for a socket. */
async function socketDirectory(directory: string) {
  const path = join(directory, `.s.PGSQL.${PORT}`);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) {
    // Left by a killed process; the lock says that nobody listens on it.
    await rm(path, { force: true });
    return { directory, remove: async () => {} };
  }
  const short = await mkdtemp(join(tmpdir(), 'sextant-'));
  return { directory: short, remove: () => rm(short, { recursive: true, force: true }) };
}

interface Engine {
  thread: Worker;
  connect(): ThreadSocket;
  /** Resolves with the reason once the thread has ended without being asked to. */
  broken: Promise<AppError>;
  /** Closes socket and files; resolves when the thread has ended, with whether that was in order. */
  stop(): Promise<boolean>;
}

async function startEngine(directory: string, socketPath: string): Promise<Engine> {
  const dataDir = join(directory, 'pg');
  let hasEnded = false;
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { dataDir, socketPath, maxConnections: MAX_CONNECTIONS },
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  let reason = 'its thread ended';
  let stopping = false;
  worker.on('error', (error) => (reason = messageOf(error)));
  worker.on('message', (message: { failed?: string }) => (reason = message.failed ?? reason));
  const exited = once(worker, 'exit').catch(() => once(worker, 'exit'));
  const broken = new Promise<AppError>((settle) => {
    worker.on('exit', () => {
      hasEnded = true;
      if (!stopping) settle(brokenError(dataDir, reason));
    });
  });
  const ready = new Promise<void>((settle) => {
    worker.on('message', (message: { ready?: true }) => void (message.ready && settle()));
  });
  const failure = await Promise.race([ready, broken]);
  if (failure) throw failure;
  const stop = async (): Promise<boolean> => {
    const isWhole = !hasEnded;
    stopping = true;
    worker.postMessage('stop');
    const [code] = (await exited) as [number];
    return isWhole && code === 0;
  };
  const connect = (): ThreadSocket => {
    const socket = new ThreadSocket(worker);
    // Nobody would answer it, or close it.
    if (hasEnded) socket.destroy(new Error('Connection terminated: the database has ended'));
    return socket;
  };
  return { thread: worker, connect, broken, stop };
}

function brokenError(dataDir: string, reason: string): AppError {
  return databaseError(
    `The embedded database in ${dataDir} does not run: ${reason}. Check that the disk has space and` +
      ' start the server again; if it fails the same way its files are damaged: put a backup in' +
      ' their place, or move the directory away to begin with an empty one (docs/operations.md).',
  );
}

/** Answers a lost connection with why the thread broke instead of how the socket noticed. */
function withReason(db: Database, engine: Engine): Database {
  const explain = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      throw await withinTime<unknown>(engine.broken, REASON_MS, () => error);
    }
  };
  return {
    kind: db.kind,
    query: (text, values, name) => explain(db.query(text, values, name)),
    transaction: (work) => explain(db.transaction(work)),
    close: () => db.close(),
  };
}

/** True for an error that no statement caused: PostgreSQL's own carry a five-character state. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE')
    return true;
  return code === undefined && /^Connection terminated|Client has encountered/.test(message ?? '');
}

/** A connection to the thread with the methods of a socket that `pg` calls; what is written together is one message. */
class ThreadSocket extends Duplex {
  private readonly port: MessagePort;

  /** The thread is told `{ connect: MessagePort }` and exchanges bytes over the port; it closes it to end. */
  constructor(thread: Worker) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (data: Uint8Array) => {
      this.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    });
    port1.on('close', () => this.destroy());
    thread.postMessage({ connect: port2 }, [port2]);
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    this.port.ref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // `pg` goes on to use the memory that it writes from.
    this.port.postMessage(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.port.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.port.close();
    done(error);
  }
}
