import { setFlagsFromString } from 'node:v8';

/** V8's share of the young generation, in percent, at which it is collected between two turns; and one that is soon reached. */
const USUAL = 80;
const SOON = 8;

let underWay = 0;

/** While `work` makes much that stays, such as a catalogue: young objects are collected every few MB, as a pause lasts by how many stay. */
export async function collectingOften<T>(work: () => Promise<T>): Promise<T> {
  const collectAt = (share: number) => setFlagsFromString(`--minor-gc-task-trigger=${share}`);
  underWay += 1;
  collectAt(SOON);
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) collectAt(USUAL);
  }
}
