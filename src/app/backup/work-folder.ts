import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '../../store/directory-lock.js';

/**
 * Gives `work` a folder (in the system's temporary directory) that is removed at its end, while no server
 * can start on `dataDir`. Rejects with `database_locked` while one runs there.
 */
export async function inWorkFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const lock = await lockDirectory(dataDir);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-move-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}
