/**
 * Quality of tool selection on public sets and API documents: `TOOLBENCH_DIR=… OPENAPI_DIR=… npm run bench:selection
 * [-- --write]`. Prints the tables; `--write` also puts them into bench/selection.md.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fitOf, meanOfBest } from '../src/agentloop/match-order.js';
import { UnmetWords } from '../src/agentloop/unmet-words.js';
import { silentLogger } from '../src/foundation/logger.js';
import { queryTurns } from '../src/agentloop/query-turns.js';
import type { LlmMessage } from '../src/llm/types.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { QueryVectors, weightedTexts, type SearchText } from '../src/toolindex/query-vectors.js';
import { ToolIndex, type BuildOptions } from '../src/toolindex/tool-index.js';
import { apiRecall, readApis, type ApiSet, languagesTable } from './api-requests.js';
import {
  bm25,
  goalsTable,
  meanWithInterval,
  measure,
  OFFERED,
  toldApart,
  type Measures,
} from './selection-measures.js';
import { cachedEmbedder } from '../test/embedders/cached-embedder.js';
import { shortlistText } from '../src/agentloop/active-tools.js';
import { table } from './measure.js';
import { EXAMPLES, learningCurve, type Curve, joinedRequests } from './learning-curves.js';
import { readSets, type BenchQuery, type BenchSet } from './toolbench.js';

/** Ranks all tools of one set for a query, best first. */
type Ranker = (question: BenchQuery) => Promise<string[]>;

interface SetResult {
  set: BenchSet;
  measures: Measures[];
}

/** How well a message is met: the best scores of its tools, and how much of it the catalogue speaks of. */
interface Found {
  matches: readonly { score: number }[];
  known: number;
}

const scoresOf = ({ matches }: Found): number[] => matches.map(({ score }) => score);
const FITS: [string, (found: Found) => number][] = [
  ['best score', (found) => Math.max(...scoresOf(found))],
  ['mean of the best three', (found) => meanOfBest(scoresOf(found))],
  ['the same, times the share of the message that the catalogue speaks of', fitOf],
];

/** What selection is measured with; what it leaves out stands in its title. */
interface Way {
  title: string;
  searchOf: (question: BenchQuery) => SearchText;
  build?: Pick<BuildOptions, 'wordsShare' | 'clauses'>;
  likeWords?: boolean | undefined;
}

async function main(from: string, openApi: string | undefined): Promise<void> {
  const sets = readSets(from);
  if (sets.length === 0)
    throw new Error(`TOOLBENCH_DIR=${from} holds no set (a folder with tools.jsonl).`);
  const apis = openApi === undefined ? [] : await readApis(openApi);
  const local = cachedEmbedder(new LocalEmbedder());
  const tables: string[] = [];
  const add = (title: string, body: string): void => {
    tables.push(`## ${title}\n\n${body}`);
    console.log(`\n${tables.at(-1)}`);
  };
  const baseline: SetResult[] = [];
  for (const set of sets) baseline.push(await run(set, bm25Ranker(set)));
  add('BM25 over names, descriptions and parameters', tableOf(baseline));
  for (const way of WAYS.slice(0, 2)) {
    const results: SetResult[] = [];
    for (const set of sets) results.push(await run(set, await indexRanker(set, local, way)));
    add(way.title, tableOf(results));
  }
  const features = await ablation(sets, apis, local);
  const [all] = features;
  add(
    'Goals',
    goalsTable((name) => (name === 'mean of the sets' ? all?.mean : all?.byName.get(name))),
  );
  add('What each feature finds', ablationTable(sets, apis, features));
  add('Languages', await languagesTable(apis, local));
  add('Several needs in one message', await severalNeeds(sets, local));
  add('Told by name', await toldByName(sets, local));
  add('None of these', await noneOfThese(sets, local));
  add('Words that no tool knows', await unmetNeeds(sets, local));
  add('Learning from use', await learningFromUse(sets, local));
  await local.close?.();
  if (process.argv.includes('--write')) writeFileSync('bench/selection.md', report(tables));
}

const CHAT: Way = { title: '', searchOf: asInAChat };
const asItIs = ({ query }: BenchQuery): SearchText => query;

const WAYS: readonly Way[] = [
  { title: 'All features, as in a chat', searchOf: asInAChat },
  { title: 'Vectors alone', searchOf: asItIs, build: { wordsShare: 0, clauses: false } },
  { title: 'without words', searchOf: asInAChat, build: { wordsShare: 0 } },
  { title: 'without like words', searchOf: asInAChat, likeWords: false },
  { title: 'without clauses', searchOf: asInAChat, build: { clauses: false } },
  { title: 'without earlier turns', searchOf: asItIs },
];

/** Recall@6 of one way: of each variant and API document by name, and the mean of the sets. */
interface FeatureRow {
  title: string;
  mean: number;
  byName: ReadonlyMap<string, number>;
}

/** Recall@6 with all features, and without each of them. */
async function ablation(
  sets: readonly BenchSet[],
  apis: readonly ApiSet[],
  embedder: Embedder,
): Promise<FeatureRow[]> {
  const rows: FeatureRow[] = [];
  for (const way of WAYS) {
    const byName = new Map<string, number>();
    const plain: number[] = [];
    for (const set of sets) {
      const { measures } = await run(set, await indexRanker(set, embedder, way));
      const { mean } = meanWithInterval(measures.map(({ recall }) => recall));
      if (!set.variant) plain.push(mean);
      else byName.set(set.name, mean);
    }
    for (const api of apis) byName.set(api.name, await recallOf(api, embedder, way));
    const mean = plain.reduce((sum, value) => sum + value, 0) / plain.length;
    rows.push({ title: way.title, mean, byName });
  }
  return rows;
}

function ablationTable(
  sets: readonly BenchSet[],
  apis: readonly ApiSet[],
  rows: readonly FeatureRow[],
): string {
  const names = [...sets.filter(({ variant }) => variant), ...apis].map(({ name }) => name);
  const body = rows.map(({ title, mean, byName }) => [
    ...[title, percent(mean)],
    ...names.map((name) => percent(byName.get(name) ?? 0)),
  ]);
  return table(['', 'mean of the sets', ...names], body);
}

async function recallOf(api: ApiSet, embedder: Embedder, way: Way): Promise<number> {
  const { build = {}, likeWords = embedder.likeWords } = way;
  const index = await ToolIndex.build(api.documents, { ...embedder, likeWords }, build);
  let sum = 0;
  for (const request of api.requests) sum += await apiRecall(api, index, request);
  return sum / api.requests.length;
}

/** Recall of messages that were put together from requests of different sets, over the tools of all. */
async function severalNeeds(sets: readonly BenchSet[], embedder: Embedder): Promise<string> {
  const { documents, messages } = joinedRequests(sets);
  const rows = [
    '| joined by | messages | recall@6 | recall@12 | complete@6 | recall@6 without clauses |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  const sums = [0, 0, 0, 0];
  for (const [label, queries] of messages) {
    const set = { name: label, documents, tools: [], queries, toolless: [] };
    const ranker = await indexRanker(set, embedder, CHAT);
    const whole = await indexRanker(set, embedder, { ...CHAT, build: { clauses: false } });
    const figures = [0, 0, 0, 0];
    for (const question of queries) {
      const ranking = await ranker(question);
      const { recall, complete } = measure(ranking, question.gold);
      const twelve = reached(ranking.slice(0, 2 * OFFERED), question.gold);
      const without = measure(await whole(question), question.gold).recall;
      [recall, twelve, complete, without].forEach(
        (value, at) => (figures[at]! += value / queries.length),
      );
    }
    figures.forEach((value, at) => (sums[at]! += value / messages.size));
    rows.push(`| ${label} | ${queries.length} | ${figures.map(percent).join(' | ')} |`);
  }
  rows.push(`| **mean** | | ${sums.map(percent).join(' | ')} |`);
  return `Two or three requests of different sets in one message, all ${documents.length} tools searched.\n\n${rows.join('\n')}`;
}

/** The needed tools among the six and those that are told by name behind them, one \`find_tools\` away. */
async function toldByName(sets: readonly BenchSet[], embedder: Embedder): Promise<string> {
  const rows = ['| set | told | needed tools offered or told |', '|---|--:|--:|'];
  for (const set of sets) {
    const ranker = await indexRanker(set, embedder, CHAT);
    let told = 0;
    let needed = 0;
    for (const question of set.queries) {
      const ranking = await ranker(question);
      const names = shortlistText(ranking.slice(OFFERED), { find: () => undefined }).split('\n');
      told += names.length / set.queries.length;
      const reach = reached([...ranking.slice(0, OFFERED), ...names], question.gold);
      needed += reach / set.queries.length;
    }
    rows.push(`| ${set.name} | ${told.toFixed(0)} | ${percent(needed)} |`);
  }
  return rows.join('\n');
}

function reached(names: readonly string[], gold: readonly string[]): number {
  const needed = new Set(gold);
  return names.filter((name) => needed.has(name)).length / needed.size;
}

/** How well the best scores tell requests that need a tool from those that need none. */
async function noneOfThese(sets: readonly BenchSet[], embedder: Embedder): Promise<string> {
  const head = ['set', 'by', 'AUC', 'turned away at 5 % loss', 'the limit there'];
  const rows = [head, ['---', '---', '--:', '--:', '--:']];
  for (const set of sets.filter(({ toolless }) => toolless.length > 0)) {
    const index = await ToolIndex.build(set.documents, embedder);
    const options = { topK: 3, minScore: -1, allowed: new Set(index.names) };
    const found = (texts: readonly string[]): Promise<Found[]> =>
      Promise.all(
        texts.map(async (text) => {
          const scores = await index.query(text);
          return { matches: scores.top(options), known: scores.known };
        }),
      );
    const wanted = await found(set.queries.map(({ query }) => query));
    const toolless = await found(set.toolless);
    for (const [by, fit] of FITS) {
      const { auc, turnedAway, limit } = toldApart(wanted.map(fit), toolless.map(fit));
      rows.push([set.name, by, auc.toFixed(3), percent(turnedAway), limit.toFixed(3)]);
    }
  }
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** So many requests of each other set are asked of a catalogue. */
const OF_OTHERS = 25;
/** And of its own. */
const OF_OWN = 200;

/** How often words are told as ones that no tool knows: limits were chosen on one half of the messages, by a hash of their text. */
async function unmetNeeds(sets: readonly BenchSet[], embedder: Embedder): Promise<string> {
  if (embedder.unmet === undefined) throw new Error('the embedder has no limits for unmet words');
  const queries = new QueryVectors(embedder);
  // All are asked at once: none is given up after the time that a chat waits.
  const patient = { of: (texts: readonly string[]) => queries.of(texts) };
  const unmet = new UnmetWords(patient, embedder.unmet, silentLogger);
  const rows = [];
  for (const set of sets) {
    const index = await ToolIndex.build(set.documents, embedder);
    const tools = set.tools.map((tool, at) => {
      const { examples = [] } = set.documents[at] ?? {};
      return { ...tool, inputSchema: tool.inputSchema ?? {}, examples };
    });
    const options = { topK: 3, minScore: -1, allowed: new Set(index.names) };
    const told = async (texts: readonly string[]): Promise<string> => {
      const halves = [true, false].map(async (chosen) => {
        const half = texts.filter((text) => isChosen(text) === chosen);
        const words = half.map(async (text) =>
          unmet.of(
            text,
            (await index.query(text)).top(options),
            tools,
            new AbortController().signal,
          ),
        );
        const some = (await Promise.all(words)).filter((found) => found !== undefined);
        return half.length === 0 ? '–' : percent(some.length / half.length);
      });
      return (await Promise.all(halves)).join(' · ');
    };
    const others = sets
      .filter(({ name, variant }) => !variant && !set.name.startsWith(name))
      .flatMap(({ queries }) => queries.slice(0, OF_OTHERS).map(({ query }) => query));
    const own = set.queries.slice(0, OF_OWN).map(({ query }) => query);
    rows.push([set.name, await told(own), await told(set.toolless), await told(others)]);
  }
  const head = ['set', 'requests that a tool is for', 'that need none', 'of the other sets'];
  return `Messages of which words are told, in %: of the half that the limits were chosen on · of the other half.

${table(head, rows)}`;
}

function isChosen(text: string): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0;
}

/** Recall@6 by how many messages each tool has done the work for. */
async function learningFromUse(sets: readonly BenchSet[], embedder: Embedder): Promise<string> {
  const curves: Curve[] = [];
  for (const set of sets.filter(({ variant }) => !variant))
    curves.push(await learningCurve(set, embedder, asInAChat));
  const means = (of: (curve: Curve) => readonly number[]) =>
    EXAMPLES.map(
      (_, i) => curves.reduce((sum, curve) => sum + (of(curve)[i] ?? 0), 0) / curves.length,
    );
  const cells = (values: readonly number[]) => values.map(percent).join(' · ');
  const rows = curves.map(
    ({ set, recall, withWrong }) => `| ${set} | ${cells(recall)} | ${cells(withWrong)} |`,
  );
  const mean = `| **mean** | ${cells(means((one) => one.recall))} | ${cells(means((one) => one.withWrong))} |`;
  return `Recall@6 after ${EXAMPLES.join(' · ')} messages for each tool at most, drawn from one half of the requests and measured on
the other, as in a chat, for the user whose messages they were. Requests of one conversation may fall into both halves.

| set | recall@6 | one message in ten learned for a wrong tool |
| --- | --- | --- |
${[...rows, mean].join('\n')}`;
}

async function run(set: BenchSet, ranker: Ranker): Promise<SetResult> {
  const measures: Measures[] = [];
  for (const question of set.queries) {
    measures.push(measure(await ranker(question), question.gold));
  }
  return { set, measures };
}

function bm25Ranker({ documents }: BenchSet): Ranker {
  const score = bm25(documents);
  return async ({ query }) => {
    const scores = score(query);
    return documents
      .map(({ name }, row) => ({ name, score: scores[row] ?? 0 }))
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  };
}

async function indexRanker(
  { documents, queries }: BenchSet,
  embedder: Embedder,
  { searchOf, build = {}, likeWords = embedder.likeWords }: Way,
): Promise<Ranker> {
  // All at once, so that the model works in batches; the cached embedder answers the searches.
  const texts = queries.flatMap((question) => weightedTexts(searchOf(question)));
  await embedder.embed([...new Set(texts.map(({ text }) => text))], { kind: 'query' });
  const index = await ToolIndex.build(documents, { ...embedder, likeWords }, build);
  const options = { topK: documents.length, minScore: -Infinity, allowed: new Set(index.names) };
  return async (question) =>
    (await index.search(searchOf(question), options)).map(({ name }) => name);
}

/** What the loop would search for: see src/agentloop/query-turns.ts. */
function asInAChat({ query, context = [] }: BenchQuery): SearchText {
  const history = context.flatMap(({ role, content }): LlmMessage[] =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  );
  return queryTurns(query, history);
}

function tableOf(results: readonly SetResult[]): string {
  const columns: (keyof Measures)[] = [
    'recall',
    'complete',
    'recallAt1',
    'reciprocalRank',
    'ndcgAt5',
  ];
  const rows = results.map(({ set, measures }) => {
    const cells = columns.map((column) => {
      const { mean, margin } = meanWithInterval(measures.map((one) => one[column]));
      return column === 'recall' ? `${percent(mean)} ± ${percent(margin)}` : percent(mean);
    });
    return [set.name, String(set.documents.length), String(set.queries.length), ...cells];
  });
  const means = columns.map((column) => {
    const counted = results.filter(({ set }) => !set.variant);
    const perSet = counted.map(({ measures }) => meanWithInterval(measures.map((m) => m[column])));
    return percent(perSet.reduce((total, { mean }) => total + mean, 0) / perSet.length);
  });
  const head = ['set', 'tools', 'queries', 'recall@6', 'complete@6', 'recall@1', 'MRR', 'nDCG@5'];
  return [
    head,
    ['---', ...head.slice(1).map(() => '--:')],
    ...rows,
    ['**mean of the sets** (without variants)', '', '', ...means.map((mean) => `**${mean}**`)],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function report(tables: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `# Quality of tool selection

Written by \`TOOLBENCH_DIR=… OPENAPI_DIR=… npm run bench:selection -- --write\` on ${date} at ${commit} with Node ${process.versions.node}
(${process.platform}, ${process.arch}). All numbers in percent; recall@6 with its 95 % interval. The whole
catalogue of a set is searched. "As in a chat" is the message among the turns that it leans on. "with examples"
is the set before it with up to five example requests per tool, as the product's own tools have them.
What is measured and how selection works: [docs/selection.md](../docs/selection.md).

Tried and not built, because it gained less than half a point on the sets or lost elsewhere: tools that a needed tool's
inputs require (mean +0.47), diversity among the six (GitHub −1.7 to −6.7), first letters in place of pieces (mean −0.7,
GitHub −2.5), pieces that all count alike (GitHub +1.6, several needs −1.1), reciprocal ranks (GitHub −1.7 to −10.3), words
at a fixed weight (Kubernetes −5.0), less weight for tools that stand close to others (GitHub 0 to +7.5, mean +0.2 to −8.3,
Kubernetes 0 to −13.3), a second vector of the summary or the name (GitHub 0 to +3.3, mean +0.1 to −3.1, Kubernetes 0 to
−8.3), the query moved towards its first tools (mean +0.1 to −1.5), scores smoothed with those of the nearest tools (mean
−0.3 to +0.2), the first 30 ordered again by the model's vectors of the last message's single tokens (mean +0.1 to −2.3),
other weights of fields, clauses and turns (mean −0.7 to +0.3), and texts with all sentences and parameters of an operation,
also those that it shares with its like (GitHub −2.5, Kubernetes −3.3).

Tried on more requests, among them GitHub's 3,669 example sentences asked of the catalogue without them ("sentences"), whose
recall sixty requests are too few to tell, and not built either: less weight for tools that many queries are near to, the
summaries, names or examples standing for queries, by their mean, the nearest ten or a softmax (GitHub −4.2 to +4.1,
sentences −7.7 to 0, mean −9.2 to −0.1); a tool's summary, name or text as one of its examples (mean −1.1 to +0.1, several
needs −3.3 to +0.4); the best of a tag or path as a part of the score (mean 0 to +0.3, sentences −0.4 to 0); a second vector of
what is cut off a description (mean −0.6 to −0.2, sentences −0.2 to +0.1); vectors whitened by the catalogue (mean −10.3 to
−0.1); the mean of a message's vector with those of it without punctuation or without identifiers (mean −0.5 to −0.2);
scores on other scales before the sum: the spread of the best 20 or 50, the greatest, a softmax, roots of the words (mean −2.0
to −0.2); words by the root or the square of how much is known (Kubernetes −6.7 to 0, Polish −7.5 to 0); a word by how much
of it the catalogue or the tool has (mean −0.2 to +0.3, Polish −10.8 to +1.7); identifiers and quotes left out of the words
(mean −0.2 to −0.1); other rarities and saturations (mean −0.4 to 0); tools that share inputs with the best or are named
like their inputs (mean −1.3 to +0.2, Kubernetes −13.3 to 0); the best tools of each clause ahead (mean −1.0 to 0), or of each
that the places before do not cover (several needs +1.0 to +2.0, bfcl_multiturn −0.4 to −0.5); long messages without
punctuation in halves (mean −0.1 to 0); like words among all words of the tools in place of those of their names (three times
as many; Polish +1.6 to +5.0, bfcl_multiturn −0.6 to −1.3).

What is missed: where one tool is needed, 8 of taubench's 191 requests, 4 of bfcl_multiturn's 231 and none of restbench's 5;
where several are, in 61 of 129, 49 of 130 and 47 of 69 one at least, mostly one that is not said but needed first: a search by
name, the order or the user read before a change. Of metatool's 1,795 needed tools 341 are missed, mostly where several tools do
the same and one counts.

${tables.join('\n\n')}
`;
}

const directory = process.env.TOOLBENCH_DIR;
if (!directory) {
  console.log('bench:selection skipped: set TOOLBENCH_DIR to a folder of tool-selection sets.');
} else {
  await main(directory, process.env.OPENAPI_DIR);
}
