import { readFileSync } from 'node:fs';
import { projectRoot } from './project-root.js';

/** The version of this package. */
export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('package.json', projectRoot), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
