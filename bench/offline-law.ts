/**
 * Ten questions to two German laws, answered as the offline model answers: `CORPUS_DIR=… node bench/run.mjs
 * bench/offline-law.ts`. The search is the real one (full text), the sentences are chosen by the model's own
 * code; prints for each question the section that is quoted first, and how many are right.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../src/foundation/logger.js';
import { openKnowledge } from '../src/knowledge/knowledge.js';
import { rankSentences } from '../src/llm/providers/offline/passages/choose.js';
import type { FoundChunk } from '../src/llm/providers/offline/passages/found.js';
import { queryOf, readQuestion } from '../src/llm/providers/offline/passages/question.js';
import { select } from '../src/llm/providers/offline/passages/selection.js';
import { openEmbedded } from '../src/store/embedded.js';

const TOP_K = 8;
const KB = 'law';
const USER = 'bench';

const corpus = process.env.CORPUS_DIR;
if (corpus === undefined) throw new Error('Set CORPUS_DIR to the folder of the Markdown files.');
const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
const db = await openEmbedded(directory);
const knowledge = await openKnowledge({ db, embedder: undefined, logger: silentLogger });
try {
  await addCorpus(corpus);
  const questions = readFileSync('bench/offline-law-questions.jsonl', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { ask: string; section: string });
  let right = 0;
  for (const { ask, section } of questions) {
    const quoted = await firstSection(ask);
    const isRight = quoted.startsWith(section);
    right += Number(isRight);
    console.log(`${isRight ? 'right' : 'wrong'}: ${ask} → ${quoted}`);
  }
  console.log(`${right} of ${questions.length}`);
} finally {
  await knowledge.close();
  await db.close();
  rmSync(directory, { recursive: true, force: true });
}

async function addCorpus(from: string): Promise<void> {
  for (const fileName of readdirSync(from).filter((name) => name.endsWith('.md'))) {
    const bytes = readFileSync(join(from, fileName));
    const kind = 'markdown' as const;
    await knowledge.add({ userId: USER, kbId: KB, fileName, kind, title: fileName, bytes });
  }
  await knowledge.idle();
  const unread = (await knowledge.documents(USER)).filter(({ state }) => state === 'failed');
  if (unread.length > 0)
    throw new Error(`not read: ${unread.map(({ title }) => title).join(', ')}`);
}

/** The heading of the section that the answer quotes first; `nothing` when it quotes none. */
async function firstSection(ask: string): Promise<string> {
  const question = readQuestion(ask, []);
  const request = { userId: USER, kbId: KB, query: queryOf(question), topK: TOP_K };
  const { passages } = await knowledge.search(request);
  const chunks = passages.map(({ title, headingPath, score, blocks }): FoundChunk => {
    const texts = blocks.filter(({ kind }) => kind !== 'heading');
    const numbered = texts.map(({ text }, at) => ({ number: at + 1, text }));
    return { title, section: headingPath.at(-1) ?? '', score, blocks: numbered };
  });
  const [best] = select(question, rankSentences(question, chunks)).sentences;
  return best?.chunk.section ?? 'nothing';
}
