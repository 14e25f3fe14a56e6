/**
 * What a large OpenAPI document costs, and how well its operations are found:
 * `OPENAPI_DIR=… npm run bench:sources [-- --write]`. The folder holds `github-api.json.gz` and
 * `kubernetes-1.13.swagger.json.gz`, and beside them requests (`github.dev.jsonl`) and examples.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callTimes } from './sources/call-times.js';
import { recallOf, KS } from './sources/recall.js';
import { prepareSource, type BenchSource } from './sources/prepare.js';
import { startTimes } from './sources/start-times.js';
import { digits, measuredOn, publish, table, type Ratios } from './measure.js';

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
