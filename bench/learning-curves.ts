import {
  LearnedExamples,
  type LearnedExample,
  messageWords,
} from '../src/toolindex/learned/learned-examples.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import type { SearchText } from '../src/toolindex/query-vectors.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { numbers } from './numbers.js';
import { measure } from './selection-measures.js';
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
