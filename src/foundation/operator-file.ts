import { readFileSync, statSync, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Observable } from 'rxjs';

/** The text of a file that an operator names, of at most `maxBytes`. A pipe or device would give text without end. */
export function readTextFileSync(path: string, maxBytes: number): string {
  requireRegular(statSync(path), maxBytes);
  return readFileSync(path, 'utf8');
}

export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  requireRegular(await stat(path), maxBytes);
  return readFile(path, 'utf8');
}

function requireRegular(found: { isFile(): boolean; size: number }, maxBytes: number): void {
  if (!found.isFile()) throw new Error('it is no regular file');
  if (found.size > maxBytes) throw new Error(`it is longer than ${maxBytes / 1024} kB`);
}

/** An event for each change of a file. Its folder is watched: editors replace files instead of writing them. */
export function fileChanges(path: string): Observable<void> {
  return new Observable((observer) => {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) observer.next();
      });
      // Without a watcher a change is seen at the next refresh or start.
      watcher.on('error', () => watcher.close());
      return () => watcher.close();
    } catch {
      return undefined;
    }
  });
}
