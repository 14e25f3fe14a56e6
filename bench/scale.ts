/**
 * How Sextant grows: `npm run bench:scale [-- --write]`, with `BENCH_DATABASE_URL` of a PostgreSQL server whose user may
 * create databases. 500 chats at once; then what is done with ever more tools, stored runs, turns and documents.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openPostgres } from '../src/store/open-database.js';
import { digits, measuredOn, publish, table, timesOf, type Ratios } from './measure.js';
import { contestants, Rival } from './overhead/load.js';
import { inDatabase } from './replicas/in-database.js';
import {
  catalogueCosts,
  exponent,
  growthTable,
  type Growth,
  documentCosts,
} from './scale/growth.js';
import { keptCosts } from './scale/kept-growth.js';

const AT_ONCE = 500;
const TOOLS = [100, 1_000, 5_000, 20_000];
const KEPT = [1_000, 10_000, 100_000, 1_000_000];
const DOCUMENTS = [10, 100, 1_000, 10_000];

const chats = await chatsAtOnce();
const tools = await catalogueCosts(TOOLS);
const kept = await keptCosts(KEPT);
const onPostgres = await inDatabase(async (url) => {
  const db = await openPostgres(url);
  return documentCosts(db, DOCUMENTS).finally(() => db.close());
});
const dataDir = await mkdtemp(join(tmpdir(), 'sextant-scale-'));
const embedded = await openDatabase({ databaseUrl: undefined, dataDir });
const onEmbedded = await documentCosts(embedded, DOCUMENTS);
await embedded.close();
await rm(dataDir, { recursive: true, force: true });

const ratios: Ratios = {};
const grown: Record<string, Growth> = {
  tools,
  'kept runs': kept.runs,
  turns: kept.turns,
  'documents, PostgreSQL': onPostgres,
  'documents, embedded': onEmbedded,
};
for (const [what, { counts, times }] of Object.entries(grown))
  for (const [name, of] of Object.entries(times))
    ratios[`exponent of ${what}: ${name}`] = exponent(counts, of);

async function chatsAtOnce(): Promise<string[][]> {
  const ours = contestants().find(({ name }) => name === 'Sextant');
  if (ours === undefined) throw new Error('There is no Sextant among the contestants.');
  const rival = await Rival.start(ours);
  const ask = { chunks: 20, call: true };
  await Promise.all(Array.from({ length: 50 }, () => rival.ask(ask, 8)));
  const idle = await rival.usage('memory');
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => rival.ask(ask, 8)));
  const seconds = (performance.now() - start) / 1000;
  const busy = await rival.usage();
  const after = await rival.usage('memory');
  await rival.stop();
  const first = timesOf(answers.map(({ firstByteMs }) => firstByteMs));
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return [
    ['completed a second', (AT_ONCE / seconds).toFixed(0)],
    ['first byte, p50 · p99, ms', `${digits(first.median)} · ${digits(first.p99)}`],
    ['memory of the process before · at the end, MB', `${mb(idle.rss)} · ${mb(busy.rss)}`],
    ['heap and buffers before · after a collection, MB', `${mb(idle.heap)} · ${mb(after.heap)}`],
  ];
}

publish(
  'scale',
  `# How it grows

\`npm run bench:scale\`; ${measuredOn()}. Least times in ms; an exponent is the slope of their logarithms over the
upper two decades: 0 does not grow, 1 grows with the count, and what is above 1.1 grows faster than n·log n.

## ${AT_ONCE} chats with a tool call at once

Everything as installed: embedded database, local embedder.

${table(['', ''], chats)}

## Tools

Made-up vectors, so that no model is measured; a search has the vector of its question.

${growthTable('tools', tools)}

## Runs kept

On PostgreSQL, all of one user: each run in a conversation of its own, with two messages, a decided change and an
entry in the audit log. No embedder; requests over HTTP.

${growthTable('runs', kept.runs)}

Without the indexes of migration 034, at the last count:

${table(
  ['', 'with, ms', 'without, ms'],
  Object.entries(kept.without.times).map(([name, [without = NaN]]) => [
    name,
    digits(kept.runs.times[name]?.at(-1) ?? NaN),
    digits(without),
  ]),
)}

## Turns of one conversation

On PostgreSQL; each turn a question, a tool call and an answer.

${growthTable('turns', kept.turns)}

## Documents

Of four chunks each, texts and vectors made up, all in one knowledge base of one user: a search compares the question
with every chunk ([decision 0034](../docs/decisions/0034-documents-and-retrieval.md)).

${growthTable('documents, PostgreSQL', onPostgres)}

${growthTable('documents, embedded', onEmbedded)}
`,
  ratios,
);
process.exit(0);
