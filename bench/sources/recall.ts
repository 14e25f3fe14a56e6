import { readFileSync } from 'node:fs';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import { readExamples } from '../../src/agenttools/sources/examples/example-file.js';
import { withoutNearCopies } from '../../src/agentloop/match-order.js';
import { shortlistText, SHORTLIST_SIZE } from '../../src/agentloop/active-tools.js';
import { toolDocument } from '../../src/toolindex/document.js';
import { createLocalEmbedder } from '../../src/toolindex/embedders/local/local-embedder.js';
import { ToolIndex } from '../../src/toolindex/tool-index.js';
import { OFFERED } from '../selection-measures.js';
import { prepare, type BenchSource } from './prepare.js';

/** After how many tools recall is counted. */
export const KS = [6, 12, 24, 40] as const;

/** The share of wanted operations among the first k, for each of {@link KS}. */
export interface Recall {
  count: number;
  at: number[];
  /** The share among the first six and those that are told by name behind them. */
  told: number;
}

/** One request; each entry of `gold` is one thing it needs, given by any of the operations named. */
interface BenchRequest {
  query: string;
  gold: string[][];
}

/** Searches the whole source for each request of a file. */
export async function recallOf(
  { id, text, prepared }: BenchSource,
  requestsFile: string,
  examplesFile: string | undefined,
): Promise<Recall> {
  const document =
    examplesFile === undefined
      ? prepared
      : prepare(id, text, readExamples(readFileSync(examplesFile, 'utf8')));
  const tools = documentTools(id, document);
  const idOf = new Map(tools.map((tool) => [tool.name, tool.operation?.id]));
  const embedder = createLocalEmbedder();
  const index = await ToolIndex.build(tools.map(toolDocument), embedder);
  const lines = readFileSync(requestsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const sums = KS.map(() => 0);
  const catalog = createCatalog(tools);
  let told = 0;
  for (const line of lines) {
    const { query, gold } = JSON.parse(line) as BenchRequest;
    const options = {
      topK: OFFERED + SHORTLIST_SIZE,
      minScore: -Infinity,
      allowed: new Set(index.names),
    };
    const matches = await index.search(query, options);
    const placed = withoutNearCopies(matches, { topK: OFFERED, catalog, message: query });
    const names = placed.map(({ name }) => name);
    const found = names.map((name) => idOf.get(name));
    KS.forEach((k, at) => {
      sums[at] = (sums[at] ?? 0) + shareOf(gold, found.slice(0, k));
    });
    const behind = shortlistText(names.slice(OFFERED), catalog);
    const list = behind.split('\n').map((line) => idOf.get(line.split(':')[0] ?? ''));
    told += shareOf(gold, [...found.slice(0, OFFERED), ...list]) / lines.length;
  }
  await embedder.close?.();
  return { count: lines.length, at: sums.map((sum) => sum / lines.length), told };
}

function shareOf(gold: readonly string[][], found: readonly (string | undefined)[]): number {
  const hits = gold.filter((any) => any.some((one) => found.includes(one)));
  return hits.length / gold.length;
}
