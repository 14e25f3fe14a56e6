import {
  LearnedExamples,
  type LearnedExample,
  messageWords,
} from '../src/toolindex/learned/learned-examples.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import type { SearchText } from '../src/toolindex/query-vectors.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';
import { numbers, measure } from './selection-measures.js';
import type { BenchQuery, BenchSet } from './toolbench.js';

/** How many examples a tool has at most. */
export const EXAMPLES = [0, 1, 3, 5, 10] as const;

/** Recall@6 of one set by the number of examples a tool, from 0 to 1. */
export interface Curve {
  set: string;
  recall: number[];
  /** The same with one example in ten given to a tool that did not do the work. */
  withWrong: number[];
}

interface CurveParts {
  index: ToolIndex;
  embedder: Embedder;
  searchOf: (question: BenchQuery) => SearchText;
}

const USER = 'user';

/** What a user gains from their own use: examples drawn from one half of the requests, measured on the other. */
export async function learningCurve(
  set: BenchSet,
  embedder: Embedder,
  searchOf: CurveParts['searchOf'],
): Promise<Curve> {
  const index = await ToolIndex.build(set.documents, embedder);
  const random = numbers();
  const mixed = set.queries
    .map((question) => ({ question, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ question }) => question);
  const half = Math.floor(mixed.length / 2);
  const [learned, tried] = [mixed.slice(0, half), mixed.slice(half)];
  const parts = { index, embedder, searchOf };
  const recall: number[] = [];
  const withWrong: number[] = [];
  for (const most of EXAMPLES) {
    recall.push(await recallOf(tried, await draw(learned, most, 0, parts), parts));
    withWrong.push(await recallOf(tried, await draw(learned, most, 0.1, parts), parts));
  }
  return { set: set.name, recall, withWrong };
}

/** At most so many examples a tool, the share `wrong` of them given to another tool. */
async function draw(
  questions: readonly BenchQuery[],
  most: number,
  wrong: number,
  { index, embedder }: CurveParts,
): Promise<LearnedExamples> {
  const random = numbers();
  const counts = new Map<string, number>();
  const examples: LearnedExample[] = [];
  for (const { query, gold } of questions) {
    const [vector] = await embedder.embed([query], { kind: 'query' });
    for (const tool of new Set(gold)) {
      const count = counts.get(tool) ?? 0;
      if (count >= most) continue;
      counts.set(tool, count + 1);
      const other = index.names[Math.floor(random() * index.names.length)] as string;
      examples.push({
        tool: random() < wrong ? other : tool,
        ...{ userId: USER, isGood: true, at: 0, words: messageWords(query) },
        ...(vector && { vector }),
      });
    }
  }
  return new LearnedExamples(examples);
}

async function recallOf(
  questions: readonly BenchQuery[],
  learned: LearnedExamples,
  { index, embedder, searchOf }: CurveParts,
): Promise<number> {
  const options = { topK: 6, minScore: -1, allowed: new Set(index.names) };
  let sum = 0;
  for (const question of questions) {
    const { query, gold } = question;
    const [vector] = await embedder.embed([query], { kind: 'query' });
    const message = { userId: USER, words: messageWords(query), ...(vector && { vector }) };
    const scores = await index.query(searchOf(question));
    const found = scores.top({ ...options, gains: learned.gains(message, 0) });
    const names = found.map(({ name }) => name);
    sum += measure(names, gold).recall;
  }
  return sum / questions.length;
}

/** Requests that were joined into messages, over the tools of all sets in one catalogue. */
interface JoinedRequests {
  documents: IndexedDocument[];
  /** By how they were joined. */
  messages: ReadonlyMap<string, BenchQuery[]>;
}

const MESSAGES = 240;
/** Longer requests are long tasks of themselves. */
const MAX_CHARS = 400;
/** Requests that are conversations of many needs, written as a part to play. */
const LEFT_OUT = 'taubench';

const SMALL_TALK = [
  'I am getting everything ready for a review with my team next week.',
  'My manager has been asking about this since Monday.',
  'It has to be done before the weekend, because after that I am travelling.',
  'I have put this off for far too long.',
  'Last time I did all of it by hand and it took the whole afternoon.',
  'Please keep me posted if anything goes wrong on the way.',
  'We are a small company with about twelve people and not much time for this.',
  'The last report was well received, so I would like to build on that.',
  'My sister recommended that I should ask you.',
  'Be thorough, the details matter to our customers.',
  'Everything should end up in one place so that I can share it later.',
  'I would like a clear answer with the sources you used.',
];

type Join = (parts: readonly string[], random: () => number) => string;

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const talk = (random: () => number): string =>
  SMALL_TALK[Math.floor(random() * SMALL_TALK.length)] as string;

const JOINS: [string, Join][] = [
  [
    'sentences: "…. Then …."',
    (parts) => `${parts.map((part, at) => (at === 0 ? part : `Then ${lower(part)}`)).join('. ')}.`,
  ],
  ['"… and …"', ([first = '', ...rest]) => `${[first, ...rest.map(lower)].join(' and ')}.`],
  ['commas', ([first = '', ...rest]) => `${[first, ...rest.map(lower)].join(', ')}.`],
  [
    'sentences among small talk',
    (parts, random) =>
      `${talk(random)} ${parts.map((part) => `${part}. ${talk(random)}`).join(' ')}`,
  ],
  [
    'a numbered list',
    (parts) => `I need the following:\n${parts.map((part, at) => `${at + 1}. ${part}`).join('\n')}`,
  ],
];

/** Two or three requests of different sets in one message; what it needs is what each of them needs. */
export function joinedRequests(sets: readonly BenchSet[]): JoinedRequests {
  const { documents, requests } = union(sets.filter(({ variant }) => !variant));
  const random = numbers(11);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const messages = JOINS.map(([label, join]): [string, BenchQuery[]] => [
    label,
    Array.from({ length: MESSAGES }, (_, at) => {
      const left = [...requests];
      const parts: BenchQuery[] = [];
      while (parts.length < 2 + (at % 2) && left.length > 0)
        parts.push(pick(left.splice(Math.floor(random() * left.length), 1)[0] as BenchQuery[]));
      const gold = [...new Set(parts.flatMap((part) => part.gold))];
      const texts = parts.map(({ query }) => query.trim().replace(/[.?!]$/, ''));
      return { query: join(texts, random), gold };
    }),
  ]);
  return { documents, messages: new Map(messages) };
}

/** The tools of all sets, names told apart, and of each set the requests that stand alone. */
function union(sets: readonly BenchSet[]) {
  const taken = new Set<string>();
  const documents: IndexedDocument[] = [];
  const requests: BenchQuery[][] = [];
  for (const set of sets) {
    const names = new Map<string, string>();
    for (const { name, description, inputSchema = {} } of set.tools) {
      const unique = taken.has(name) ? `${set.name}_${name}` : name;
      taken.add(unique);
      names.set(name, unique);
      documents.push(toolDocument({ name: unique, description, examples: [], inputSchema }));
    }
    if (set.name === LEFT_OUT) continue;
    const alone = set.queries.filter(
      ({ query, gold, context = [] }) =>
        context.length === 0 && gold.length <= 2 && query.length < MAX_CHARS,
    );
    requests.push(
      alone.map(({ query, gold }) => ({
        query,
        gold: gold.map((name) => names.get(name) ?? name),
      })),
    );
  }
  return { documents, requests };
}
