import { setImmediate as nextTurn } from 'node:timers/promises';
import { fitOf } from '../agentloop/match-order.js';
import type { JsonObject } from '../foundation/json.js';
import { toolDocument, type DescribedTool } from '../toolindex/document.js';
import { embedAll } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import { ToolIndex, type BuildOptions, type QueryScores } from '../toolindex/tool-index.js';

/** The fields of a tool that are checked. */
export type CheckedTool = DescribedTool & { inputSchema: JsonObject };

/** What the index is made with; `others`: whether it has the examples beside the one that is tried. */
export type HeldOutOptions = Pick<BuildOptions, 'wordsShare' | 'clauses' | 'cache'> & {
  signal: AbortSignal;
  others?: boolean;
};

/**
 * Tries every example of every tool as a request, in an index that does not hold it: it would find itself. A tool with
 * fewer examples than others keeps all it has. Lets the event loop turn after each; rejects with `index_error` or
 * `cancelled` as the index does.
 */
export async function* tryExamples(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  { others = true, ...options }: HeldOutOptions,
): AsyncGenerator<{ tool: string; example: string; scores: QueryScores }> {
  const { signal } = options;
  // All at once: an embedder behind an API takes them in a few calls.
  const all = new Set(tools.flatMap((tool) => tool.examples));
  await embedAll([...all], embedder, { kind: 'query', background: true, signal });
  const rounds = Math.max(0, ...tools.map(({ examples }) => examples.length));
  for (let round = 0; round < rounds; round += 1) {
    const documents = tools.map((tool) => {
      const examples = others ? tool.examples.filter((_, at) => at !== round) : [];
      return toolDocument({ ...tool, examples });
    });
    const index = await ToolIndex.build(documents, embedder, options);
    for (const { name, examples } of tools) {
      const example = examples[round];
      if (example === undefined) continue;
      yield { tool: name, example, scores: await index.query(example, { signal }) };
      await nextTurn();
    }
  }
}

/** What all examples of a catalogue come to. */
export interface HeldOutFigures {
  examples: number;
  /** How many found their tool among the best six, and how many first. */
  found: number;
  first: number;
  /** How well the best tools fitted each example, ascending. */
  fits: number[];
}

const TOP = 6;

/** Counts what {@link tryExamples} finds. Embeds each text once if the embedder remembers. */
export async function measureExamples(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  options: HeldOutOptions,
): Promise<HeldOutFigures> {
  const figures: HeldOutFigures = { examples: 0, found: 0, first: 0, fits: [] };
  const best = { topK: TOP, minScore: -1, allowed: new Set(tools.map(({ name }) => name)) };
  for await (const { tool, scores } of tryExamples(tools, embedder, options)) {
    const matches = scores.top(best);
    figures.examples += 1;
    if (matches.some(({ name }) => name === tool)) figures.found += 1;
    if (matches[0]?.name === tool) figures.first += 1;
    figures.fits.push(fitOf({ matches, known: scores.known }));
  }
  figures.fits.sort((a, b) => a - b);
  return figures;
}

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
