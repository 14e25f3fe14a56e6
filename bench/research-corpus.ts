import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../src/foundation/logger.js';
import { openKnowledge } from '../src/knowledge/knowledge.js';
import type { StepTools } from '../src/plugins/research/research-step.js';
import { openEmbedded } from '../src/store/embedded.js';

export const KB = 'law';
const USER = 'bench';

/** A knowledge base of the Markdown files of CORPUS_DIR and further texts, searched by words, and its tools for steps. */
export async function openCorpus(
  further: readonly { fileName: string; text: string }[] = [],
): Promise<{ tools: StepTools; close: () => Promise<void> }> {
  const corpus = process.env.CORPUS_DIR;
  if (corpus === undefined) throw new Error('Set CORPUS_DIR to the folder of the Markdown files.');
  const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  const db = await openEmbedded(directory);
  const knowledge = await openKnowledge({ db, embedder: undefined, logger: silentLogger });
  const files = [
    ...readdirSync(corpus)
      .filter((name) => name.endsWith('.md'))
      .map((fileName) => ({ fileName, bytes: readFileSync(join(corpus, fileName)) })),
    ...further.map(({ fileName, text }) => ({ fileName, bytes: Buffer.from(text) })),
  ];
  for (const file of files) {
    await knowledge.add({ userId: USER, kbId: KB, kind: 'markdown', ...file });
  }
  await knowledge.idle();
  const unread = (await knowledge.documents(USER)).filter(({ state }) => state === 'failed');
  if (unread.length > 0)
    throw new Error(`not read: ${unread.map(({ title }) => title).join(', ')}`);
  return {
    tools: {
      search: (query, topK) => knowledge.search({ userId: USER, kbId: KB, query, topK }),
      documents: () => knowledge.documents(USER, KB),
      blocks: (documentId, from, limit) => knowledge.blocks(USER, documentId, from, limit),
      blocksById: (ids) => knowledge.blocksById(USER, ids),
      now: new Date('2026-01-01T00:00:00Z'),
      progress: () => undefined,
      spend: () => undefined,
    },
    close: async () => {
      await knowledge.close();
      await db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
