import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '../foundation/errors.js';

/** The version of PostgreSQL whose files the embedded database reads and writes. */
export const EMBEDDED_MAJOR = '18';

/**
 * Refuses the files in `pg` where they are not those of a whole database of this version. Where there is nothing,
 * an empty database may be made; over anything else PGlite would make one too, as soon as `PG_VERSION` is missing.
 */
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

/** What is there is no whole database, and what to do about it. */
export function unreadable(pg: string, reason: string): AppError {
  return new AppError(
    'database_error',
    `${pg} is there and is no whole database: ${reason}. Nothing was changed in it. If its disk is not mounted, mount it; if its files were lost, put a backup in their place, or restore one with "sextant restore" into another directory. To begin with an empty database, move ${pg} away (docs/operations.md).`,
  );
}

/** PostgreSQL reads no files of another major version, and says so in words for its own operators only. */
function otherMajor(pg: string, major: string): AppError {
  const which = Number(major) > Number(EMBEDDED_MAJOR) ? 'newer' : 'older';
  return new AppError(
    'database_error',
    `The files in ${pg} are of PostgreSQL ${major}, written by ${which === 'older' ? 'an older' : 'a newer'} Sextant; this one reads those of ${EMBEDDED_MAJOR}. With the ${which} one run "sextant backup", move the directory away, and "sextant restore" the backup with this one; or go on with the ${which} one.`,
  );
}
