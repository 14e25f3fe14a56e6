import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, ifCode } from '../foundation/errors.js';
import { readFileSync } from 'node:fs';

export interface DirectoryLock {
  release(): Promise<void>;
}

/** What a ticket says of its holder. `start` tells a process from a later one with the same pid. */
interface Ticket {
  pid: number;
  start: string | null;
  nonce: string;
  released: boolean;
}

const TICKET = /^server\.(\d+)\.lock$/;

/** Nonces of the locks this process holds: its own pid alone says nothing where /proc is missing. */
const heldHere = new Set<string>();

/**
 * Takes the data directory for this process, or rejects with `database_locked` naming the process that holds it.
 * Tickets are numbered files and the highest number counts. A ticket appears whole and only once (a link of a finished
 * file), so one of two processes wins; that of a dead process is passed over by the next number, never deleted, so that
 * a live holder cannot lose its lock to a slow competitor.
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const mine: Ticket = {
    pid: process.pid,
    start: startTimeOf(process.pid) ?? null,
    nonce: randomUUID(),
    released: false,
  };
  const draft = join(directory, `server.${mine.nonce}.ticket`);
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    const number = await takeNext(directory, draft);
    heldHere.add(mine.nonce);
    await removeOlder(directory, number);
    return { release: () => release(directory, number, mine) };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Draws the number after the highest; retries while others are faster, until one of them is alive. */
async function takeNext(directory: string, draft: string): Promise<number> {
  for (;;) {
    const last = await highest(directory);
    if (last > 0) await refuseIfHeld(directory, last);
    const number = last + 1;
    const drawn = link(draft, ticketPath(directory, number)).then(() => true);
    if (!(await drawn.catch(ifCode('EEXIST', false)))) continue;
    // A competitor that stood still since before others came and went finds itself overtaken here.
    if ((await highest(directory)) === number) return number;
    await rm(ticketPath(directory, number), { force: true });
  }
}

async function refuseIfHeld(directory: string, number: number): Promise<void> {
  const holder = await readTicket(ticketPath(directory, number));
  if (!holder || holder.released) return;
  const { pid, start, nonce } = holder;
  const isOwn = pid === process.pid && start === null;
  if (!(isOwn ? heldHere.has(nonce) : isRunning(pid, start ?? undefined))) return;
  throw new AppError(
    'database_locked',
    `The data directory ${directory} is in use by process ${holder.pid}` +
      (holder.pid === process.pid ? ' (this one).' : '.') +
      ` Two servers on one directory would destroy its data. Stop that process` +
      ` (kill ${holder.pid}), or set DATA_DIR to another directory for this one.`,
    [{ path: 'DATA_DIR', message: `held by process ${holder.pid}` }],
  );
}

async function highest(directory: string): Promise<number> {
  return Math.max(0, ...(await numbers(directory)));
}

async function numbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => Number(TICKET.exec(name)?.[1] ?? []));
}

function ticketPath(directory: string, number: number): string {
  return join(directory, `server.${number}.lock`);
}

/** The ticket in a file; `undefined` when it is gone or not one (nobody holds what cannot be read). */
async function readTicket(path: string): Promise<Ticket | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Ticket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Keeps the ticket before ours, so that a slow competitor cannot draw its number again. */
async function removeOlder(directory: string, number: number): Promise<void> {
  const old = (await numbers(directory)).filter((other) => other < number - 1);
  await Promise.all(old.map((other) => rm(ticketPath(directory, other), { force: true })));
}

/** Marks the ticket as released; it stays, because numbers must only rise. */
async function release(directory: string, number: number, mine: Ticket): Promise<void> {
  if (!heldHere.delete(mine.nonce)) return;
  const draft = join(directory, `server.${mine.nonce}.ticket`);
  await writeFile(draft, JSON.stringify({ ...mine, released: true }), { mode: 0o600 });
  await rename(draft, ticketPath(directory, number));
}

/** In /proc/<pid>/stat, counted after the command's closing bracket: the state, and the start time in ticks. */
const STATE = 0;
const START_TIME = 19;

/** When a process started, to compare for equality; undefined when it does not run or there is no /proc. */
export function startTimeOf(pid: number): string | undefined {
  const fields = statOf(pid);
  if (fields === undefined) return undefined;
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[START_TIME]}`;
}

/** True when `pid` runs and is the process of `start`: numbers are given again. A zombie does not run. */
export function isRunning(pid: number, start: string | undefined): boolean {
  if (!exists(pid)) return false;
  const fields = statOf(pid);
  if (fields?.[STATE] === 'Z') return false;
  const now = startTimeOf(pid);
  return now === undefined || start === undefined || now === start;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function statOf(pid: number): string[] | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  // The command stands in brackets and may itself hold blanks and brackets.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
