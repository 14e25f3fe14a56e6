import type { IndexedDocument, ToolInput } from './document.js';
import { inSlices } from './slices.js';

/** Which rows of two catalogues are one and the same document; -1 for one that the other has not. */
export interface TakenRows {
  /** By row of the later catalogue. */
  before: Int32Array;
  /** By row of the earlier one. */
  after: Int32Array;
}

/** What was made of an earlier catalogue, and which of its rows can be taken over. */
export interface Takeover<T> {
  from: T;
  rows: TakenRows;
}

/**
 * Finds the documents of an earlier catalogue that stand as they are: what was made of their text need
 * not be made again. Reads in slices of a few milliseconds.
 */
export async function earlierRows(
  earlier: readonly IndexedDocument[],
  documents: readonly IndexedDocument[],
  signal?: AbortSignal,
): Promise<TakenRows> {
  const byName = new Map<string, number>();
  await inSlices(earlier.length, signal, (row) => byName.set(earlier[row]?.name ?? '', row));
  const before = new Int32Array(documents.length).fill(-1);
  const after = new Int32Array(earlier.length).fill(-1);
  await inSlices(documents.length, signal, (row) => {
    const document = documents[row] as IndexedDocument;
    const old = byName.get(document.name);
    if (old === undefined || !isSame(earlier[old] as IndexedDocument, document)) return;
    before[row] = old;
    after[old] = row;
    // Each row is taken over once.
    byName.delete(document.name);
  });
  return { before, after };
}

function isSame(a: IndexedDocument, b: IndexedDocument): boolean {
  if (a === b) return true;
  if (a.text !== b.text || a.parameters !== b.parameters) return false;
  const [inputs = [], others = []] = [a.inputs, b.inputs];
  return (
    inputs.length === others.length && inputs.every((input, i) => isSameInput(input, others[i]))
  );
}

function isSameInput(a: ToolInput, b: ToolInput | undefined): boolean {
  return a.name === b?.name && a.description === b.description && a.required === b.required;
}
