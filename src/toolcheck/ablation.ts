import type { Embedder } from '../toolindex/embedder.js';
import {
  measureExamples,
  type CheckedTool,
  type HeldOutFigures,
  type HeldOutOptions,
} from './held-out.js';

/** What selection finds with some of its features. */
export interface AblationRow extends HeldOutFigures {
  title: string;
}

/** The features that can be left out; examples are those beside the one that is tried. */
const WAYS: readonly (Omit<HeldOutOptions, 'signal'> & { title: string })[] = [
  { title: 'all features' },
  { title: 'without words', wordsShare: 0 },
  { title: 'without clauses', clauses: false },
  { title: 'without the other examples', others: false },
  { title: 'vectors of texts alone', wordsShare: 0, clauses: false, others: false },
];

/** Measures selection with all features and without each, by examples that the index does not hold. */
export async function tryFeatures(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<AblationRow[]> {
  const rows: AblationRow[] = [];
  for (const { title, ...way } of WAYS)
    rows.push({ title, ...(await measureExamples(tools, embedder, { ...way, signal })) });
  return rows;
}
