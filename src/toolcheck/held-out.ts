import { setImmediate as nextTurn } from 'node:timers/promises';
import { fitOf } from '../agentloop/match-order.js';
import type { JsonObject } from '../foundation/json.js';
import { toolDocument, type DescribedTool } from '../toolindex/document.js';
import { embedAll } from '../toolindex/document-vectors.js';
import type { Embedder, EmbedOptions } from '../toolindex/embedder.js';
import { ToolIndex, type BuildOptions, type QueryScores } from '../toolindex/tool-index.js';

export type CheckedTool = DescribedTool & { inputSchema: JsonObject };

/** What the index is made with; `others`: whether it has the examples beside the one that is tried. */
export type HeldOutOptions = Pick<BuildOptions, 'wordsShare' | 'clauses' | 'cache'> & {
  signal: AbortSignal;
  others?: boolean;
};

/** Each example as a request, in an index without it. Rejects with `index_error` or `cancelled` as the index does. */
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

interface HeldOutFigures {
  examples: number;
  /** How many found their tool among the best six, and how many first. */
  found: number;
  first: number;
  /** How well the best tools fitted each example, ascending. */
  fits: number[];
}

const TOP = 6;

/** Counts what {@link tryExamples} finds. Embeds each text once if the embedder remembers. */
async function measureExamples(
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

/** What selection comes to with one share of words, by examples that were left out. */
export interface ShareFigures extends Omit<HeldOutFigures, 'first'> {
  /** The share of words in a rank; undefined: what is built in. */
  share: number | undefined;
}

/** Finer steps change less than the examples of a catalogue can tell. */
const SHARES = [0, 0.15, 0.3, 0.5, 0.7, 0.85] as const;

/** Measures selection with each share of words, by examples that the index does not hold; the embedder as it is first. */
export async function tryShares(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<ShareFigures[]> {
  const figures: ShareFigures[] = [];
  for (const share of [undefined, ...SHARES]) {
    const found = await measureExamples(tools, embedder, { wordsShare: share, signal });
    figures.push({ share, ...found });
  }
  return figures;
}

/** Standard errors: several shares are tried, and one of them is always ahead by chance. */
const CERTAINTY = 2;

/** The best figures; the embedder as it is stays where no share finds more beyond what chance explains. */
export function bestShare([asItIs, ...others]: readonly ShareFigures[]): ShareFigures | undefined {
  const best = others.toSorted((a, b) => b.found - a.found)[0];
  if (asItIs === undefined || best === undefined) return asItIs ?? best;
  const rate = best.found / Math.max(1, best.examples);
  const error = Math.sqrt(best.examples * rate * (1 - rate));
  return best.found - asItIs.found > CERTAINTY * error ? best : asItIs;
}

/** The fit that the examples stay above, but for such a share of them. */
export function fitLosing({ fits }: ShareFigures, loss: number): number {
  return Math.max(0, fits[Math.floor(fits.length * loss)] ?? 0);
}

/** Asks once for each text, behind the queries of chats. The inner one stays the caller's to close. */
export function rememberingEmbedder(inner: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  const embed = async (texts: readonly string[], options: EmbedOptions) => {
    const keyOf = (text: string) => `${options.kind} ${text}`;
    const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    if (missing.length > 0) {
      const vectors = await inner.embed(missing, { ...options, background: true });
      vectors.forEach((vector, at) => known.set(keyOf(missing[at] as string), vector));
    }
    return texts.map((text) => known.get(keyOf(text)) as Float32Array);
  };
  return Object.assign(Object.create(inner) as Embedder, { embed });
}
