import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The value of a YAML file, by its path from this folder. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
