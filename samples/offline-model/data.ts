import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A YAML file that lies beside the code; what it holds is the code's own affair. */
export function readData<T>(file: URL): T {
  return parse(readFileSync(file, 'utf8')) as T;
}

/** The words of a text, as a set. */
export function wordSet(text = ''): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}
