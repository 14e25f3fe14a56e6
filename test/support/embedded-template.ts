import { cpSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../src/foundation/errors.js';
import type { Database } from '../../src/store/database.js';
import { lockDirectory, type DirectoryLock } from '../../src/store/directory-lock.js';
import { openEmbedded, startEmbedded } from '../../src/store/embedded.js';
import { keepRows } from './keep-rows.js';
import { fill, root, templateName, type TestContents } from './template-contents.js';
import { useOpened } from './use-opened.js';

const CACHE = join(root, 'node_modules/.cache/sextant');
const POLL_MS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const MEMORY = '/dev/shm';
/** What a run of all tests never comes near. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Whether there is room in memory: on a disk the 700 files of a database take long. */
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Those of this process that no test has: starting one takes longer than most test files do. */
const idle = new Map<TestContents, Awaited<ReturnType<typeof startKept>>>();
const removeIdle = () => {
  for (const { folder } of idle.values()) rmSync(folder.path, { recursive: true });
};
process.on('exit', removeIdle);
// So Jest ends a process that has grown too large.
process.once('SIGTERM', () => {
  removeIdle();
  process.kill(process.pid, 'SIGTERM');
});

/** An embedded database with these contents; when it is closed as whole as it was, a later test gets it again. */
export async function openKept(contents: TestContents): Promise<Database> {
  const kept = idle.get(contents) ?? (await startKept(contents));
  idle.delete(contents);
  const db = kept.open();
  const close = async () => {
    await db.close();
    const pool = kept.open();
    const isWhole = await kept.putBack(pool).catch(() => false);
    await pool.close();
    if (isWhole && !idle.has(contents)) return void idle.set(contents, kept);
    kept.thread.ref();
    await kept.stop();
    await kept.folder.close();
  };
  return { ...db, close };
}

async function startKept(contents: TestContents) {
  const folder = await makeFolder(contents);
  const engine = await startEmbedded(folder.path);
  // It ends with the process; who has a pool keeps that running.
  engine.thread.unref();
  const pool = engine.open();
  const putBack = await keepRows(pool);
  await pool.close();
  return { ...engine, folder, putBack };
}

/** Puts an embedded database with these contents into a data directory that has none yet. */
export async function copyTemplate(contents: TestContents, dataDir: string): Promise<void> {
  const template = await embeddedTemplate(contents);
  // In one go: a turn of the event loop for each file costs several times what copying it does.
  cpSync(template, join(dataDir, 'pg'), { recursive: true });
}

/** The path of the template, made when absent by one process at a time: nobody sees half of one. */
async function embeddedTemplate(contents: TestContents): Promise<string> {
  const path = join(CACHE, await templateName(contents));
  if (existsSync(path)) return path;
  const lock = await waitForLock();
  try {
    if (!existsSync(path)) await build(path, contents);
    return path;
  } finally {
    await lock.release();
  }
}

async function build(path: string, contents: TestContents): Promise<void> {
  const directory = `${path}.building`;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const db = await openEmbedded(directory);
  try {
    await dropSpareDatabases(db);
    await fill(db, contents);
  } finally {
    await db.close();
  }
  await rename(join(directory, 'pg'), path);
  await rm(directory, { recursive: true, force: true });
  await removeOld(contents);
}

/** Those that PostgreSQL keeps to make others from are two thirds of the files each test would copy. */
async function dropSpareDatabases(db: Database): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await db.query(`alter database ${name} is_template false`);
    await db.query(`drop database ${name}`);
  }
}

async function waitForLock(): Promise<DirectoryLock> {
  for (;;) {
    try {
      return await lockDirectory(CACHE);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'database_locked')) throw error;
      await pause(POLL_MS);
    }
  }
}

/** Removes templates of earlier days; one made today may be in use by another run. */
async function removeOld(contents: TestContents): Promise<void> {
  for (const name of await readdir(CACHE)) {
    if (!name.startsWith(`${contents}-`)) continue;
    const { mtimeMs } = await stat(join(CACHE, name));
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(CACHE, name), { recursive: true });
  }
}

/** A folder, with an embedded database of these contents if any; `close` removes it. */
export async function makeFolder(contents?: TestContents) {
  const path = await mkdtemp(join(hasMemory() ? MEMORY : tmpdir(), 'sextant-test-'));
  if (contents) await copyTemplate(contents, path);
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}

/** Writes a file of a folder, and what folders are on its way; answers its path. */
export function writeIn(folder: { path: string }, name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** A folder for the tests of a file, removed after what uses it is closed. */
export function useFolder(): { readonly path: string } {
  return useOpened(() => makeFolder());
}

/** A new folder for each test, with an embedded database of these contents; it is there until the next one is. */
export function useFolders(contents?: TestContents): { readonly path: string } {
  let folder: Awaited<ReturnType<typeof makeFolder>> | undefined;
  const remove = () => folder?.close();
  beforeEach(async () => {
    await remove();
    folder = await makeFolder(contents);
  });
  afterAll(remove);
  return {
    get path() {
      return folder?.path ?? '';
    },
  };
}
