import type { IndexedDocument } from './document.js';

/** Some documents of an index and what was made of them, which never changes, and where each stands now. */
export interface Part<T> {
  documents: readonly IndexedDocument[];
  made: T;
  /** The row of each document in the index; -1 for one that is there no more. */
  rows: Int32Array;
}

/** So many documents may have come, changed or gone beside a part before all are made again as one. */
const MAX_CHANGED = 256;

/** The parts of an index that stay for other documents, and the documents that need a part of their own. */
interface Kept<T> {
  parts: readonly Part<T>[];
  rest: readonly IndexedDocument[];
}

/** What is kept of the parts of an earlier index: the largest, with its documents that stay as they are. */
export function keptParts<T>(
  documents: readonly IndexedDocument[],
  rowOf: ReadonlyMap<string, number>,
  [first]: readonly Part<T>[],
): Kept<T> {
  if (first === undefined) return { parts: [], rest: documents };
  const isKept = new Uint8Array(documents.length);
  let kept = 0;
  const rows = Int32Array.from(first.documents, (document) => {
    const row = rowOf.get(document.name) ?? -1;
    if (!isSame(document, documents[row])) return -1;
    isKept[row] = 1;
    kept += 1;
    return row;
  });
  const changed = documents.length + first.documents.length - 2 * kept;
  if (changed > Math.min(MAX_CHANGED, kept)) return { parts: [], rest: documents };
  return { parts: [{ ...first, rows }], rest: documents.filter((_, row) => isKept[row] === 0) };
}

export function partOf<T>(
  documents: readonly IndexedDocument[],
  rowOf: ReadonlyMap<string, number>,
  made: T,
): Part<T> {
  return {
    documents,
    made,
    rows: Int32Array.from(documents, ({ name }) => rowOf.get(name) ?? -1),
  };
}

function isSame(one: IndexedDocument, other: IndexedDocument | undefined): boolean {
  if (other === undefined || one === other) return one === other;
  const examples = other.examples ?? [];
  return (
    one.text === other.text &&
    one.kind === other.kind &&
    one.parameters === other.parameters &&
    (one.examples ?? []).length === examples.length &&
    (one.examples ?? []).every((example, at) => example === examples[at])
  );
}
