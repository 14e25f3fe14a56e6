import type { IndexedDocument, ToolInput } from './document.js';
import { inSlices } from './slices.js';

/**
 * For each document its row in an earlier catalogue where it stands as it is, -1 where it is new or
 * was changed: what was made of the text then need not be made again. Reads in slices of a few
 * milliseconds.
 */
export async function earlierRows(
  earlier: readonly IndexedDocument[],
  documents: readonly IndexedDocument[],
  signal?: AbortSignal,
): Promise<Int32Array> {
  const byName = new Map<string, number>();
  await inSlices(earlier.length, signal, (row) => byName.set(earlier[row]?.name ?? '', row));
  const rows = new Int32Array(documents.length).fill(-1);
  await inSlices(documents.length, signal, (row) => {
    const document = documents[row] as IndexedDocument;
    const before = byName.get(document.name);
    if (before === undefined || !isSame(earlier[before] as IndexedDocument, document)) return;
    rows[row] = before;
    // Each row is taken over once.
    byName.delete(document.name);
  });
  return rows;
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
