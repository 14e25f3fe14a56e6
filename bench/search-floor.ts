/**
 * The floor below which a search of documents finds nothing: `npm run bench:search-floor`. Asks the sample handbook and
 * ordinances what they should and what they should not find something for, and prints of each set how many found
 * something and the lowest and highest of their best cosines; `--all` every question.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '../src/foundation/logger.js';
import { openKnowledge } from '../src/knowledge/knowledge.js';
import { SHARED_OWNER } from '../src/knowledge/document.model.js';
import { addHandbook } from '../samples/samples.js';
import { openEmbedded } from '../src/store/embedded.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { cachedEmbedder } from '../test/embedders/cached-embedder.js';

const kbId = 'default_kb';
const own = linesOf('./questions/floor.jsonl');
const asked = linesOf('./questions/en.jsonl');
const sets: [name: string, queries: unknown[]][] = [
  ['eight languages, something is there', own.filter(({ finds }) => finds).map(({ ask }) => ask)],
  ['eight languages, nothing is there', own.filter(({ finds }) => !finds).map(({ ask }) => ask)],
  ['handbook questions', linesOf('./retrieval-questions.jsonl').map(({ query }) => query)],
  ['ordinance questions', asked.filter(({ kind }) => kind !== 'none').map(({ ask }) => ask)],
  ['near, not answered', asked.filter(({ kind }) => kind === 'none').map(({ ask }) => ask)],
];

const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
const db = await openEmbedded(directory);
const embedder = cachedEmbedder(new LocalEmbedder());
const open = { db, logger: silentLogger };
const knowledge = await openKnowledge({ ...open, embedder });
const withoutFloor = await openKnowledge({
  ...open,
  embedder: { ...embedder, searchFloor: undefined },
});
try {
  await addHandbook(knowledge);
  await addOrdinances();
  await knowledge.idle();
  console.log(`${embedder.id}, floor ${embedder.searchFloor}\n`);
  console.log('| questions | found something | lowest | highest |\n|---|--:|--:|--:|');
  for (const [name, queries] of sets) {
    const results = await Promise.all(queries.map((query) => look(String(query))));
    const cosines = results.map(({ cosine }) => cosine);
    const found = `${results.filter(({ isFound }) => isFound).length} of ${results.length}`;
    const bounds = [Math.min(...cosines), Math.max(...cosines)].map((each) => each.toFixed(2));
    console.log(`| ${[name, found, ...bounds].join(' | ')} |`);
    if (process.argv.includes('--all')) console.table(results);
  }
} finally {
  await knowledge.close();
  await withoutFloor.close();
  await embedder.close?.();
  await db.close();
  rmSync(directory, { recursive: true, force: true });
}

async function look(query: string) {
  const request = { userId: 'bench', kbId, query, topK: 50 };
  const { passages } = await withoutFloor.search(request);
  const cosine = Math.max(...passages.map(({ parts }) => parts.vector ?? -1));
  return { query, cosine, isFound: (await knowledge.search(request)).passages.length > 0 };
}

async function addOrdinances(): Promise<void> {
  const folder = fileURLToPath(new URL('../samples/town-law/', import.meta.url));
  for (const fileName of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
    const bytes = readFileSync(join(folder, fileName));
    await knowledge.add({ userId: SHARED_OWNER, kbId, fileName, kind: 'markdown', bytes });
  }
}

function linesOf(name: string): Record<string, unknown>[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
