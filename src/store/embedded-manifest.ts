import { lstat, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type AppError, databaseError, messageOf } from '../foundation/errors.js';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export const EMBEDDED_MAJOR = '18';

/** Refuses files that are no whole database of this version, over which PGlite would make an empty one. */
export async function requireReadableFiles(pg: string): Promise<void> {
  const found = await entry(pg);
  if (found === undefined) return;
  const version = join(pg, 'PG_VERSION');
  const text = await readFile(version, 'utf8').catch((error: unknown) => {
    throw unreadable(pg, messageOf(error));
  });
  const major = text.trim();
  if (!/^\d{1,4}$/.test(major)) throw unreadable(pg, `${version} names no version of PostgreSQL`);
  if (major !== EMBEDDED_MAJOR) throw otherMajor(pg, major);
}

async function entry(path: string): Promise<unknown> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, messageOf(error));
  }
}

function unreadable(pg: string, reason: string): AppError {
  return databaseError(
    `${pg} is there and is no whole database: ${reason}. Nothing was changed in it. If its disk is not mounted, mount it; if its files were lost, put a backup in their place, or restore one with "sextant restore" into another directory. To begin with an empty database, move ${pg} away (docs/operations.md).`,
  );
}

/** PostgreSQL reads no files of another major version, and says so in words for its own operators only. */
function otherMajor(pg: string, major: string): AppError {
  const which = Number(major) > Number(EMBEDDED_MAJOR) ? 'newer' : 'older';
  return databaseError(
    `The files in ${pg} are of PostgreSQL ${major}, written by ${which === 'older' ? 'an older' : 'a newer'} Sextant; this one reads those of ${EMBEDDED_MAJOR}. With the ${which} one run "sextant backup", move the directory away, and "sextant restore" the backup with this one; or go on with the ${which} one.`,
  );
}

/** Inside the folder, so that a copy of the folder has the manifest that belongs to it. */
const MANIFEST = 'sextant-manifest.json';
const NEXT = `${MANIFEST}.next`;
const PAGE = 8192;
const PAGE_HEADER = 24;
const NEW_PAGE = Buffer.alloc(PAGE_HEADER);
const PART = 64 * PAGE;
const AT_ONCE = 32;
const RELATION = /^(?:base\/\d+|global)\/\d+(?:\.\d+)?$/;
/** What PostgreSQL makes again or checks itself at each start. */
const SELF_MADE =
  /^(?:pg_wal|pg_stat|pg_stat_tmp|pg_notify|pg_subtrans|postmaster\.)|pg_internal\.init$/;

interface FileState {
  bytes: number;
  crc: number;
  pages: number;
}

interface Manifest {
  /** True while no database has opened the files since they were listed. */
  isClosed: boolean;
  files: Record<string, FileState>;
}

/** Refuses (`database_error`) other files than were closed, or shorter after a crash; without a manifest none. */
export async function checkManifest(pg: string): Promise<void> {
  const path = join(pg, MANIFEST);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const manifest = parse(text);
  if (manifest === undefined) throw unreadable(pg, `${path} cannot be read`);
  const found = await listFiles(pg);
  for (const [name, before] of Object.entries(manifest.files)) {
    const reason = difference(name, before, found[name], manifest.isClosed);
    if (reason !== undefined) throw unreadable(pg, `${join(pg, name)} ${reason}`);
  }
  await write(pg, { ...manifest, isClosed: false });
}

export async function writeManifest(pg: string): Promise<void> {
  await write(pg, { isClosed: true, files: await listFiles(pg) });
}

/** Renamed when whole: half a manifest, left by a kill, would refuse a database that is whole. */
async function write(pg: string, manifest: Manifest): Promise<void> {
  await writeFile(join(pg, NEXT), JSON.stringify(manifest));
  await rename(join(pg, NEXT), join(pg, MANIFEST));
}

function parse(text: string): Manifest | undefined {
  try {
    const { isClosed, files } = JSON.parse(text) as Manifest;
    return typeof isClosed === 'boolean' && Object(files) === files
      ? { isClosed, files }
      : undefined;
  } catch {
    return undefined;
  }
}

function difference(
  name: string,
  before: FileState,
  now: FileState | undefined,
  isClosed: boolean,
): string | undefined {
  if (isClosed) {
    if (now === undefined) return 'is missing';
    const isSame = now.bytes === before.bytes && now.crc === before.crc;
    return isSame ? undefined : 'is not the file that was closed';
  }
  // A table that was dropped or rewritten is not there any more; PostgreSQL says so where one is missed.
  if (now === undefined || !RELATION.test(name)) return undefined;
  if (now.bytes < before.bytes) return `has ${now.bytes} bytes and had ${before.bytes}`;
  if (now.pages < before.pages) return `has ${now.pages} pages and had ${before.pages}`;
  return undefined;
}

async function listFiles(pg: string): Promise<Record<string, FileState>> {
  const entries = await readdir(pg, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(pg.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((name) => name !== MANIFEST && name !== NEXT && !SELF_MADE.test(name));
  const files: [string, FileState][] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const states = await Promise.all(some.map((name) => readState(join(pg, name))));
    files.push(...states.map((state, index): [string, FileState] => [some[index] ?? '', state]));
  }
  return Object.fromEntries(files);
}

async function readState(path: string): Promise<FileState> {
  const state: FileState = { bytes: 0, crc: 0, pages: 0 };
  const { size } = await stat(path);
  if (size <= PART) add(state, await readFile(path));
  else
    for await (const part of createReadStream(path, { highWaterMark: PART }))
      add(state, part as Buffer);
  return state;
}

function add(state: FileState, bytes: Buffer): void {
  state.crc = crc32(bytes, state.crc);
  state.bytes += bytes.length;
  for (let at = 0; at < bytes.length; at += PAGE) {
    if (!bytes.subarray(at, at + PAGE_HEADER).equals(NEW_PAGE)) state.pages += 1;
  }
}
