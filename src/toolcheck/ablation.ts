import { setImmediate as nextTurn } from 'node:timers/promises';
import { embedAll } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import { ToolIndex, type BuildOptions } from '../toolindex/tool-index.js';
import { heldOutDocuments, roundsOf, type CheckedTool } from './held-out.js';

/** What selection finds with some of its features. */
export interface AblationRow {
  title: string;
  /** The share of examples that found their tool among the best six, from 0 to 1. */
  recall: number;
  /** The share that found it first. */
  first: number;
}

const TOP = 6;

/** The features that can be left out; examples are those beside the one that is tried. */
const WAYS: readonly {
  title: string;
  build?: Pick<BuildOptions, 'wordsShare' | 'clauses'>;
  examples?: false;
}[] = [
  { title: 'all features' },
  { title: 'without words', build: { wordsShare: 0 } },
  { title: 'without clauses', build: { clauses: false } },
  { title: 'without the other examples', examples: false },
  { title: 'vectors of texts alone', build: { wordsShare: 0, clauses: false }, examples: false },
];

/**
 * Tries every example of every tool as a request, in an index that does not hold it, with all features and without each.
 * Embeds each text once if the embedder remembers. Rejects with `index_error` or `cancelled`.
 */
export async function tryFeatures(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<AblationRow[]> {
  const examples = new Set(tools.flatMap((tool) => tool.examples));
  await embedAll([...examples], embedder, { kind: 'query', background: true, signal });
  const rows: AblationRow[] = [];
  for (const way of WAYS) {
    const found = { six: 0, first: 0, all: 0 };
    for (let round = 0; round < roundsOf(tools); round += 1) {
      const documents = heldOutDocuments(tools, round).map((document) =>
        way.examples === false ? { ...document, examples: [] } : document,
      );
      const index = await ToolIndex.build(documents, embedder, { ...way.build, signal });
      const options = { topK: TOP, minScore: -1, allowed: new Set(index.names), signal };
      for (const { name, examples: own } of tools) {
        const example = own[round];
        if (example === undefined) continue;
        const matches = await index.search(example, options);
        found.all += 1;
        if (matches.some((tool) => tool.name === name)) found.six += 1;
        if (matches[0]?.name === name) found.first += 1;
        await nextTurn();
      }
    }
    const all = Math.max(1, found.all);
    rows.push({ title: way.title, recall: found.six / all, first: found.first / all });
  }
  return rows;
}
