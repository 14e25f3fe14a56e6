import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rejects with the packages that an install brought into `folder` and the package's list of licences does not name.
 * @param {string} folder
 */
export function tryLicences(folder) {
  const list = readFileSync(join(folder, 'node_modules/sextant/dist/licences.md'), 'utf8');
  const named = new Set([...list.matchAll(/^\| (\S+) \|/gm)].map(([, name]) => name));
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  const missing = installed.filter((name) => name && name !== 'sextant' && !named.has(name));
  if (missing.length > 0) throw new Error(`dist/licences.md does not name ${missing.join(', ')}`);
}
