import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A hash over the contents of files and folders below `root`; what does not exist counts as empty.
 * @param {string} root
 * @param {string[]} paths
 * @param {(path: string) => boolean} [counts] false leaves a file out
 */
export function hashOf(root, paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, root, path, counts);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 * @param {(path: string) => boolean} counts
 */
function addPath(hash, root, path, counts) {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addPath(hash, root, `${path}/${name}`, counts);
  } else if (stats?.isFile() && counts(path)) {
    hash.update(`${path}\0${stats.size}\0`).update(readFileSync(full));
  }
}

/**
 * The text in a stamp file; empty when there is none.
 * @param {string} path
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
export function writeStamp(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
