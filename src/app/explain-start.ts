import { resolve } from 'node:path';
import { AppError, configError } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';

export interface StartPlace {
  host: string;
  port: number;
  dataDir: string;
}

/** What a failed start is told as: a refused port or data directory with the way out, all else as it was. */
export function explainStart(error: unknown, place: StartPlace): unknown {
  if (error instanceof AppError || !isObject(error)) return error;
  const { code = '', syscall, path = '' } = error as Partial<NodeJS.ErrnoException>;
  if (typeof code !== 'string' || typeof path !== 'string') return error;
  const sentence =
    syscall === 'listen' ? portFault(code, place) : directoryFault(code, path, place.dataDir);
  if (sentence === undefined) return error;
  return configError(sentence, error);
}

function portFault(code: string, { host, port }: StartPlace): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop that one ("ss -ltnp" or "lsof -i :${port}" names it), or start with another port: PORT=${port + 1}, or PORT=0 for a free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}: ports below 1024 are for administrators. Set PORT to a higher one, and put a proxy in front of it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Set HOST to one: 127.0.0.1 for this machine alone, 0.0.0.0 for all of its addresses.`;
    default:
      return undefined;
  }
}

function directoryFault(code: string, path: string, dataDir: string): string | undefined {
  const directory = resolve(dataDir);
  if (FULL.has(code))
    return `The disk of the data directory ${directory} is full. Make room on it, or set DATA_DIR to a directory on another disk, then start again; nothing stored is lost.`;
  if (path !== '' && !isOnTheWay(resolve(path), directory)) return undefined;
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data directory ${directory} cannot be made: a file is in its place, or in that of a directory above it. Move the file away, or set DATA_DIR to another directory.`;
    case 'EACCES':
    case 'EPERM':
      return `This user (uid ${process.getuid?.() ?? 'unknown'}) may not write into the data directory ${directory}. Give it to that user (chown), or set DATA_DIR to a directory that the user may write to.`;
    case 'EROFS':
      return `The data directory ${directory} is on a file system that is mounted read-only. Mount a writable volume there, or set DATA_DIR to a writable directory.`;
    case 'ENOENT':
      return `The data directory ${directory} cannot be made: ${path} does not exist and cannot be created. Set DATA_DIR to a directory on a disk of this machine.`;
    default:
      return undefined;
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Inside of the directory, or above it. */
function isOnTheWay(path: string, directory: string): boolean {
  return `${path}/`.startsWith(`${directory}/`) || `${directory}/`.startsWith(`${path}/`);
}
