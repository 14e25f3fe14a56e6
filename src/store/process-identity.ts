import { readFileSync } from 'node:fs';

/** In /proc/<pid>/stat, counted after the command's closing bracket: the state, and the start time in ticks. */
const STATE = 0;
const START_TIME = 19;

/**
 * When a process started, as text that only compares for equality (kernel boot id and clock ticks);
 * `undefined` when it does not run or the system has no /proc.
 */
export function startTimeOf(pid: number): string | undefined {
  const fields = statOf(pid);
  if (fields === undefined) return undefined;
  return `${bootId()}:${fields[START_TIME]}`;
}

/**
 * True when `pid` runs and, where both times are known, is the process that started at `start`: after
 * a kill -9 or a reboot the number can belong to somebody else. A zombie does not run.
 */
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

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
