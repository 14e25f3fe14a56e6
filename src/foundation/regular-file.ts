import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** The text of a file that an operator names, of at most `maxBytes`. A pipe or device would give text without end. */
export function readTextFileSync(path: string, maxBytes: number): string {
  requireRegular(statSync(path), maxBytes);
  return readFileSync(path, 'utf8');
}

/** As {@link readTextFileSync}. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  requireRegular(await stat(path), maxBytes);
  return readFile(path, 'utf8');
}

function requireRegular(found: { isFile(): boolean; size: number }, maxBytes: number): void {
  if (!found.isFile()) throw new Error('it is no regular file');
  if (found.size > maxBytes) throw new Error(`it is longer than ${maxBytes / 1024} kB`);
}
