import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../src/foundation/defined.js';
import { silentLogger } from '../src/foundation/logger.js';
import { openKnowledge, type Knowledge } from '../src/knowledge/knowledge.js';
import type { SearchWays } from '../src/knowledge/retrieval/search.js';
import { addHandbook } from '../samples/samples.js';
import { openEmbedded } from '../src/store/embedded.js';
import { cachedEmbedder } from '../test/embedders/cached-embedder.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';

/** What a ranking of known items is worth: shares and the mean of 1/rank, each from 0 to 1. */
interface KnownItem {
  count: number;
  first: number;
  five: number;
  mrr: number;
}

/** From the rank (from 1) of each question's item; undefined where it was not among the results. */
function knownItem(ranks: readonly (number | undefined)[]): KnownItem {
  const share = (most: number) =>
    mean(ranks.map((rank) => (rank !== undefined && rank <= most ? 1 : 0)));
  return {
    count: ranks.length,
    first: share(1),
    five: share(5),
    mrr: mean(ranks.map((rank) => (rank === undefined ? 0 : 1 / rank))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

/**
 * Quality of retrieval: `[CORPUS_DIR=…] npm run bench:retrieval [-- --write]`. Known items: each section of the
 * Markdown files in CORPUS_DIR by its heading, which is taken out of the section first, and written
 * questions to the sample handbook, to the Markdown files and to the sample ordinances (bench/questions). Prints the tables; `--write` also puts them into bench/retrieval.md,
 * `--misses` shows what was not found first, `--every=3` asks for every third section only.
 */

/** A question, and how the passage that answers it is known. */
interface Question {
  query: string;
  isAnswer: (passage: { title: string; headingPath: readonly string[]; text: string }) => boolean;
}

interface BenchSet {
  name: string;
  kbId: string;
  questions: Question[];
}

const USER = 'bench';
const DEPTH = 50;
const EVERY = Number(process.argv.find((each) => each.startsWith('--every='))?.slice(8) ?? 1);

const methods: [string, SearchWays][] = [
  ['Full text only', { words: true, vectors: false, rerank: false }],
  ['Vectors only', { words: false, vectors: true, rerank: false }],
  ['Both, joined', { words: true, vectors: true, rerank: false }],
  ['Both, and the local second pass', { words: true, vectors: true, rerank: true }],
];

await main(process.env.CORPUS_DIR);

async function main(corpus: string | undefined): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  const db = await openEmbedded(directory);
  const embedder = cachedEmbedder(new LocalEmbedder());
  const knowledge = await openKnowledge({ db, embedder, logger: silentLogger });
  try {
    const sets = [
      ...(corpus === undefined ? [] : await corpusSets(knowledge, corpus)),
      await handbookSet(knowledge),
      ...(corpus === undefined ? [] : await askedSets(knowledge, corpus)),
    ];
    await knowledge.idle();
    const tables: string[] = [];
    for (const set of sets) {
      tables.push(await tableOf(knowledge, set));
      console.log(`\n${tables.at(-1)}`);
    }
    if (process.argv.includes('--write')) writeFileSync('bench/retrieval.md', report(tables));
  } finally {
    await knowledge.close();
    await embedder.close?.();
    await db.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function tableOf(knowledge: Knowledge, set: BenchSet): Promise<string> {
  const rows: string[] = [];
  for (const [name, ways] of methods) {
    const started = performance.now();
    const ranks: (number | undefined)[] = [];
    for (const question of set.questions) ranks.push(await rankOf(knowledge, set, question, ways));
    const ms = (performance.now() - started) / set.questions.length;
    const { first, five, mrr } = knownItem(ranks);
    const shares = [first, five].map((share) => `${(100 * share).toFixed(1)} %`);
    rows.push(`| ${name} | ${shares.join(' | ')} | ${mrr.toFixed(3)} | ${ms.toFixed(0)} |`);
    if (process.argv.includes('--misses')) showMisses(set, ranks, name);
  }
  const head = '| | success@1 | success@5 | MRR | ms per search |\n|---|--:|--:|--:|--:|';
  return `### ${set.name}\n\n${head}\n${rows.join('\n')}`;
}

/** The place of the answer among passages, of which several may be of one section. */
async function rankOf(
  knowledge: Knowledge,
  { kbId }: BenchSet,
  { query, isAnswer }: Question,
  ways: SearchWays,
): Promise<number | undefined> {
  const request = { userId: USER, kbId, query, topK: DEPTH, ways };
  const { passages } = await knowledge.search(request);
  const sections = [...new Map(passages.map((passage) => [keyOf(passage), passage])).values()];
  const at = sections.findIndex(isAnswer);
  return at < 0 ? undefined : at + 1;
}

function keyOf({ title, headingPath }: { title: string; headingPath: readonly string[] }): string {
  return [title, ...headingPath].join('\n');
}

function showMisses(set: BenchSet, ranks: readonly (number | undefined)[], name: string): void {
  set.questions.forEach(({ query }, at) => {
    if (ranks[at] !== 1) console.log(`  ${name}: rank ${ranks[at] ?? '-'}: ${query}`);
  });
}

/** One knowledge base with all Markdown files; the headings of their lowest sections are the questions. */
async function corpusSets(knowledge: Knowledge, directory: string): Promise<BenchSet[]> {
  const questions: Question[] = [];
  const kbId = 'corpus';
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  for (const fileName of names) {
    const text = readFileSync(join(directory, fileName), 'utf8');
    const { masked, headings } = maskHeadings(text);
    const bytes = Buffer.from(masked);
    const request = {
      userId: USER,
      kbId,
      fileName,
      kind: 'markdown' as const,
      title: fileName,
      bytes,
    };
    await knowledge.add(request);
    for (const [mark, heading] of [...headings].filter((_, at) => at % EVERY === 0)) {
      const isAnswer: Question['isAnswer'] = ({ title, headingPath }) =>
        title === fileName && headingPath.at(-1) === mark;
      questions.push({ query: heading, isAnswer });
    }
  }
  return [
    {
      name: `${names.join(', ')}: a section by its heading (${questions.length})`,
      kbId,
      questions,
    },
  ];
}

/** Puts a mark without meaning in the place of each heading "§ 12 About something". */
function maskHeadings(text: string): { masked: string; headings: Map<string, string> } {
  const headings = new Map<string, string>();
  const masked = text.replace(
    /^(#{2,6}) § (\d+\w?) (.+)$/gm,
    (_line, marks: string, number: string, heading: string) => {
      const mark = `Nr${number}`;
      headings.set(mark, heading);
      return `${marks} ${mark}`;
    },
  );
  return { masked, headings };
}

async function handbookSet(knowledge: Knowledge): Promise<BenchSet> {
  await addHandbook(knowledge);
  const lines = readFileSync(new URL('./retrieval-questions.jsonl', import.meta.url), 'utf8');
  const questions = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { query: string; document: string; says: string })
    .map(({ query, document, says }): Question => {
      const isAnswer: Question['isAnswer'] = ({ title, text }) =>
        title === document && text.includes(says);
      return { query, isAnswer };
    });
  return {
    name: `The sample handbook: written questions (${questions.length})`,
    kbId: 'default_kb',
    questions,
  };
}

/** A question as people ask it, and the sections that answer it. */
interface Asked {
  ask: string;
  kind: 'words' | 'everyday' | 'none';
  set: 'dev' | 'held-out';
  right: { document: string; section: string }[];
}

/** Questions with their sections: German ones to both laws as they are, English ones to all samples. */
async function askedSets(knowledge: Knowledge, corpus: string): Promise<BenchSet[]> {
  const samples = fileURLToPath(new URL('../samples/town-law/', import.meta.url));
  await addFolder(knowledge, 'asked-de', corpus, (fileName) => fileName);
  await addFolder(knowledge, 'default_kb', samples, () => undefined);
  const sets = [
    ['de', 'asked-de', 'two German laws'],
    ['en', 'default_kb', 'the sample handbook and the sample ordinances'],
  ] as const;
  return sets.flatMap(([language, kbId, about]) => {
    const url = new URL(`./questions/${language}.jsonl`, import.meta.url);
    const lines = readFileSync(url, 'utf8').split('\n').filter(Boolean);
    const all = lines.map((line) => JSON.parse(line) as Asked);
    return (['words', 'everyday'] as const).flatMap((kind) =>
      (['dev', 'held-out'] as const).map((set) => {
        const asked = all.filter((each) => each.kind === kind && each.set === set);
        const questions = asked.map(toQuestion);
        const words = kind === 'words' ? "in the texts' words" : 'in everyday words';
        const name = `Questions to ${about}, ${words}, ${set} (${asked.length})`;
        return { name, kbId, questions };
      }),
    );
  });
}

function toQuestion({ ask, right }: Asked): Question {
  const isAnswer: Question['isAnswer'] = ({ title, headingPath }) =>
    right.some(
      ({ document, section }) =>
        title.startsWith(document) && headingPath.some((each) => `${each} `.startsWith(section)),
    );
  return { query: ask, isAnswer };
}

async function addFolder(
  knowledge: Knowledge,
  kbId: string,
  directory: string,
  titleOf: (fileName: string) => string | undefined,
): Promise<void> {
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  for (const fileName of names) {
    const bytes = readFileSync(join(directory, fileName));
    const file = { userId: USER, kbId, fileName, kind: 'markdown' as const, bytes };
    await knowledge.add({ ...file, ...defined({ title: titleOf(fileName) }) });
  }
}

function report(tables: readonly string[]): string {
  return `# Retrieval

Made by \`npm run bench:retrieval -- --write\` (\`CORPUS_DIR\` names the folder of Markdown files) on the
embedded database with the \`local\` embedder. success@1 is the share of questions whose
passage comes first; ranks count sections, not chunks. A heading is taken out of its section before the
section is searched by it. The questions of \`bench/questions\` are those that people ask; \`dev\` were looked at
while the search was made, \`held-out\` were written before and asked at the end. The handbook is
asked with the sample ordinances beside it.

${tables.join('\n\n')}
`;
}
