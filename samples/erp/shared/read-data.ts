import { readFileSync } from 'node:fs';

/** A data file of the sample, from `samples/erp/data`; its shape is held by the tests of its rows. */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T;
}
