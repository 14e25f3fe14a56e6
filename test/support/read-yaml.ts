import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The value of a YAML file of this folder. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
