import { cpSync, existsSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import threads from 'node:worker_threads';
import { AppError } from '../../src/foundation/errors.js';
import type { Database } from '../../src/store/database.js';
import { lockDirectory, type DirectoryLock } from '../../src/store/directory-lock.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { fill, root, templateName, type TestContents } from './template-contents.js';
import { useOpened } from './use-opened.js';

const CACHE = join(root, 'node_modules/.cache/sextant');
const POLL_MS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const MEMORY = '/dev/shm';
/** What a run of all tests never comes near. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** A directory for a database, in memory where there is room: on a disk its 700 files take long. */
export async function databaseFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasMemory() ? MEMORY : tmpdir(), prefix));
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** An embedded database in a directory of its own, copied from the template; `close` removes it. */
export async function openEmbeddedCopy(contents: TestContents) {
  const directory = await databaseFolder('sextant-test-');
  await copyTemplate(contents, directory);
  const db = await openEmbedded(directory);
  const close = async () => {
    await db.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...db, directory, close };
}

/** Puts an embedded database with these contents into a data directory that has none yet. */
export async function copyTemplate(contents: TestContents, dataDir: string): Promise<void> {
  const template = await embeddedTemplate(contents);
  await keepEngineCompiled();
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

const PATH = join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm');
const KEPT = Symbol.for('sextant.compiled-engine');

/**
 * Keeps the embedded database's WebAssembly compiled in this process: V8 compiles the same bytes again only when
 * nobody holds the module any more, and each test file ends with all it held. A module of Node's own outlives them.
 */
async function keepEngineCompiled(): Promise<void> {
  const holder = threads as unknown as Record<symbol, WebAssembly.Module | undefined>;
  holder[KEPT] ??= new WebAssembly.Module(await readFile(PATH));
}

async function makeFolder(contents?: TestContents) {
  const path = await databaseFolder('sextant-test-');
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
