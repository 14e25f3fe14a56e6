import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../foundation/errors.js';
import type { Clock } from '../../foundation/clock.js';
import { explainStart, type StartPlace } from '../explain-start.js';
import { fault, look, ok, type Finding } from './finding.js';

/** Whether the data directory is there, or can be made, and can be written to; it is left as it was. */
export async function checkDirectory(place: StartPlace): Promise<Omit<Finding, 'what'>> {
  const { dataDir } = place;
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `doctor.${process.pid}`);
    await writeFile(probe, 'x', { mode: 0o600 });
    await rm(probe);
    if (made === undefined) return ok(`${dataDir} can be written to`);
    await removeMade(dataDir, made);
    return ok(`${dataDir} is made at the first start`);
  } catch (error) {
    return fault(messageOf(explainStart(error, place)));
  }
}

async function removeMade(directory: string, made: string): Promise<void> {
  if ((await readdir(directory)).length > 0) return;
  await rm(made, { recursive: true });
}

const GB = 1024 ** 3;
const LOW = 2 * GB;
const TOO_LOW = 0.2 * GB;

/** Room on the disk of the data directory. */
export async function checkDisk(dataDir: string): Promise<Omit<Finding, 'what'>> {
  return diskFinding(await freeBytes(dataDir), dataDir);
}

/** The same for the server's health, whose route is open: no folder is named. */
export async function diskState(
  dataDir: string,
): Promise<{ state: 'ok' | 'down'; detail: string }> {
  const free = await freeBytes(dataDir);
  const detail = `${(free / GB).toFixed(1)} GB free for the data directory`;
  return { state: free < TOO_LOW ? 'down' : 'ok', detail };
}

async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(await existing(dataDir));
  return bavail * bsize;
}

/** What so many free bytes mean. */
export function diskFinding(free: number, dataDir: string): Omit<Finding, 'what'> {
  const room = `${(free / GB).toFixed(1)} GB free for ${dataDir}`;
  if (free < TOO_LOW) return fault(`${room}: make room, or set DATA_DIR to another disk.`);
  if (free < LOW) return look(`${room}: a backup or a large document may not fit.`);
  return ok(room);
}

async function existing(path: string): Promise<string> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  return dirname(path) === path ? path : existing(dirname(path));
}

/** How far ahead of the clock a file may be: file systems of networks have clocks of their own. */
const SKEW_MS = 60_000;

/** Whether the clock went back since the data was written: leases, expiry and order of runs go by it. */
export async function checkClock(dataDir: string, clock: Clock): Promise<Omit<Finding, 'what'>> {
  const now = clock();
  const written = await stat(join(dataDir, 'pg')).catch(() => undefined);
  if (written !== undefined && written.mtimeMs - now.getTime() > SKEW_MS)
    return fault(
      `The clock says ${now.toISOString()}, but the data was written at ${written.mtime.toISOString()}: set the clock (timedatectl), then start the server.`,
    );
  return ok(now.toISOString());
}
