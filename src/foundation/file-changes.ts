import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Observable } from 'rxjs';

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
