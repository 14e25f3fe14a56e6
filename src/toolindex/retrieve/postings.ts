import type { IndexedDocument } from '../document.js';
import { inSlices } from '../bounded-work.js';
import { termsOf } from './words.js';

/** The parameters of a tool say less of it than its text. */
const PARAMETER_WEIGHT = 0.5;

/** The documents that have a term, by their place, and how often each has it. */
interface Entries {
  places: ArrayLike<number>;
  counts: ArrayLike<number>;
}

const NONE: Entries = { places: [], counts: [] };

/** Which documents have each term and how often. Made in slices of a few milliseconds. */
export class Postings {
  private constructor(
    private readonly entries: ReadonlyMap<string, Entries>,
    /** How many terms each document has, all counted. */
    readonly lengths: Float64Array,
  ) {}

  static async of(documents: readonly IndexedDocument[], signal?: AbortSignal): Promise<Postings> {
    const found = new Map<string, { places: number[]; counts: number[] }>();
    const lengths = new Float64Array(documents.length);
    await inSlices(documents.length, signal, (place) => {
      for (const [term, count] of countTerms(documents[place] as IndexedDocument)) {
        const entries = found.get(term) ?? { places: [], counts: [] };
        found.set(term, entries);
        entries.places.push(place);
        entries.counts.push(count);
        lengths[place]! += count;
      }
    });
    return new Postings(found, lengths);
  }

  of(term: string): Entries {
    return this.entries.get(term) ?? NONE;
  }
}

function countTerms(document: IndexedDocument): Map<string, number> {
  const { name, text, examples = [], parameters = '' } = document;
  const counts = new Map<string, number>();
  const add = (from: string, weight: number): void => {
    for (const term of termsOf(from)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const from of [name, text, ...examples]) add(from, 1);
  add(parameters, PARAMETER_WEIGHT);
  return counts;
}
