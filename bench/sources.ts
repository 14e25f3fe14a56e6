import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../src/foundation/json.js';
import { documentTools } from '../src/agenttools/sources/openapi/document-tools.js';
import { shapeAnswer } from '../src/agenttools/sources/openapi/answer/shape-answer.js';
import { PropertyAliases } from '../src/foundation/argument-names.js';
import type { Operation } from '../src/agenttools/sources/openapi/operation.js';
import { buildRequest } from '../src/agenttools/sources/openapi/request/build-request.js';
import { createCatalog } from '../src/agenttools/catalog.js';
import { readExamples } from '../src/agenttools/sources/examples/example-file.js';
import { withoutNearCopies } from '../src/agentloop/match-order.js';
import { shortlistText, SHORTLIST_SIZE } from '../src/agentloop/active-tools.js';
import { toolDocument } from '../src/toolindex/document.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { prepareSource, type BenchSource, prepare } from './sources/prepare.js';
import { startTimes } from './sources/start-times.js';
import { digits, measuredOn, publish, table, type Ratios, timesOf, type Times } from './measure.js';
import { OFFERED } from './selection-measures.js';

/** CPU of a call beside the backend's, in ms. */
interface CallTimes {
  first: Times;
  later: Times;
}

/** A list as backends answer it: more than is shown, so that shortening it counts too. */
const ANSWER = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({ id, name: `item ${id}`, note: 'x'.repeat(200) })),
  ),
};

/** Calls every read of the document that takes only scalars in its path, twice. */
function callTimes({ id, prepared }: BenchSource): CallTimes {
  const tools = new Map(documentTools(id, prepared).map((tool) => [tool.name, tool]));
  const aliases = new PropertyAliases(prepared.aliases);
  const first: number[] = [];
  const later: number[] = [];
  for (const operation of prepared.operations) {
    const input = inputFor(operation);
    const tool = tools.get(operation.toolName);
    if (input === undefined || tool === undefined) continue;
    for (const times of [first, later]) {
      const start = performance.now();
      tool.check(input);
      buildRequest(operation, input, aliases);
      shapeAnswer(operation, ANSWER);
      times.push(performance.now() - start);
    }
  }
  return { first: timesOf(first), later: timesOf(later) };
}

/** Something valid for each required argument; undefined where that takes more than a scalar. */
function inputFor({ reads, argumentSchema }: Operation): JsonObject | undefined {
  const properties = argumentSchema['properties'] as Record<string, unknown>;
  const required = (argumentSchema['required'] ?? []) as string[];
  if (!reads) return undefined;
  const entries = required.map((name) => [name, valueFor(properties[name])] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function valueFor(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  if (schema['type'] === 'integer') return 1;
  return schema['type'] === 'string' &&
    schema['format'] === undefined &&
    schema['minLength'] === undefined
    ? 'acme'
    : undefined;
}

/** After how many tools recall is counted. */
const KS = [6, 12, 24, 40] as const;

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
  const embedder = new LocalEmbedder();
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

/**
 * What a large OpenAPI document costs, and how well its operations are found:
 * `OPENAPI_DIR=… npm run bench:sources [-- --write]`. The folder holds `github-api.json.gz` and
 * `kubernetes-1.13.swagger.json.gz`, and beside them requests (`github.dev.jsonl`) and examples.
 */

const directory = process.env.OPENAPI_DIR;
if (!directory) {
  console.log('bench:sources skipped: set OPENAPI_DIR to a folder of OpenAPI documents.');
} else {
  await main(directory);
}

async function main(from: string): Promise<void> {
  const sources = [
    await prepareSource('github', join(from, 'github-api.json.gz')),
    await prepareSource('kubernetes', join(from, 'kubernetes-1.13.swagger.json.gz')),
  ];
  const ratios: Ratios = {};
  const starts = [];
  const calls = [];
  const recalls = [];
  for (const source of sources) {
    starts.push(await startTimes(source));
    calls.push(callTimes(source));
    for (const [name, examples] of sets(from, source)) {
      const requests = join(from, `${source.id}.dev.jsonl`);
      recalls.push({ name, recall: await recallOf(source, requests, examples) });
    }
  }
  recalls.forEach(({ name, recall }) => {
    ratios[`recall@6, ${name}`] = recall.at[0] ?? 0;
  });
  publish('sources', report({ sources, starts, calls, recalls }), ratios);
}

/** Each set of requests, without and with the file of examples where there is one. */
function sets(from: string, { id }: BenchSource): [string, string | undefined][] {
  if (!existsSync(join(from, `${id}.dev.jsonl`))) return [];
  const examples = join(from, `${id}.examples.jsonl`);
  const plain: [string, undefined] = [id, undefined];
  return existsSync(examples) ? [plain, [`${id} with examples`, examples]] : [plain];
}

interface Results {
  sources: readonly BenchSource[];
  starts: readonly Awaited<ReturnType<typeof startTimes>>[];
  calls: readonly ReturnType<typeof callTimes>[];
  recalls: readonly { name: string; recall: Awaited<ReturnType<typeof recallOf>> }[];
}

function report({ sources, starts, calls, recalls }: Results): string {
  return `# Sources of OpenAPI operations

\`OPENAPI_DIR=… npm run bench:sources\`; ${measuredOn()}.

## From the file to tools that can be searched

\`tools\`: until the operations are tools; \`searchable\`: until the index has them too, with an empty and with a
full cache of vectors. Delays are those of the main thread beyond the timer's own, until the cached start is
searchable and the document validated. Memory is what the process keeps after that, without the embedder's model.

${table(
  [
    'document',
    'operations',
    'tools, ms',
    'searchable, cold, s',
    'cached, ms',
    'delay p99, ms',
    'longest, ms',
    'heap kept, MB',
  ],
  starts.map((start, at) => [
    sources[at]?.id ?? '',
    String(sources[at]?.operations.length),
    digits(start.toolsMs),
    digits(start.coldMs / 1000),
    digits(start.cachedMs),
    digits(start.delay.p99),
    digits(start.delay.longest),
    digits(start.heapMb),
  ]),
)}

## What the model is shown of one tool, characters of JSON

${table(
  ['document', 'p50', 'p90', 'p99', 'longest', 'with folded parts'],
  sources.map((source) => {
    const sizes = source.operations
      .map(({ shownSchema }) => JSON.stringify(shownSchema).length)
      .sort((a, b) => a - b);
    const at = (share: number): string => String(sizes[Math.floor(share * sizes.length)]);
    const folded = source.operations.filter((one) => one.folded).length;
    return [source.id, at(0.5), at(0.9), at(0.99), String(sizes.at(-1)), String(folded)];
  }),
)}

## One call, CPU of this process in ms, the answer of the backend given

The check of the arguments, the request, and the answer in its shape; the first call also compiles the check.

${table(
  ['document', 'later calls, median', 'p99', 'first call, median', 'p99'],
  calls.map((call, at) => [
    sources[at]?.id ?? '',
    digits(call.later.median),
    digits(call.later.p99),
    digits(call.first.median),
    digits(call.first.p99),
  ]),
)}

## Which tools a request finds, percent

Requests that name a known operation, English with some German, French and Spanish; a request that needs two
operations counts half for one of them.

${table(
  ['requests', 'count', ...KS.map((k) => `recall@${k}`), 'offered or told by name'],
  recalls.map(({ name, recall }) => [
    name,
    String(recall.count),
    ...[...recall.at, recall.told].map((share) => (100 * share).toFixed(1)),
  ]),
)}
`;
}
