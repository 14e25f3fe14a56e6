/**
 * Questions to two German laws, asked as a user asks them: `CORPUS_DIR=… npm run bench:offline-law [-- --write]`.
 * A real server with the offline model takes the Markdown files in over HTTP, the documents agent answers, and
 * what it cites first is looked up. Prints for each question the section that is cited first and how many
 * are right; `--write` puts both sets into bench/offline-law.md. `DATA_DIR` keeps what was read for the next run;
 * `--set=questions` asks one set only, `--show` prints the answers as well.
 */
import 'reflect-metadata';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../src/app/config/config.js';
import { silentLogger } from '../src/foundation/logger.js';
import { startServer } from '../src/app/server.js';
import { call } from '../test/support/call.js';
import { readStream } from '../test/support/server.js';

const KB = 'law';
const SETS = { questions: 'developed with', 'held-out': 'written before they were asked' } as const;

interface Question {
  ask: string;
  document: string;
  /** How the right section's heading begins. */
  section: string;
}

/** What an answer cites first. */
interface Cited {
  document: string;
  section: string;
}

await main(process.env.CORPUS_DIR, process.env.DATA_DIR);

async function main(corpus: string | undefined, kept: string | undefined): Promise<void> {
  if (corpus === undefined) throw new Error('Set CORPUS_DIR to the folder of the Markdown files.');
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  const { EMBEDDER = 'local' } = process.env;
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LLM_PROVIDER: 'offline', EMBEDDER });
  const server = await startServer(config, silentLogger);
  try {
    await addCorpus(server.url, corpus);
    const tables: string[] = [];
    for (const [name, about] of Object.entries(SETS)) {
      if (process.argv.includes(`--set=${name}`) || !process.argv.join(' ').includes('--set=')) {
        tables.push(await tableOf(server.url, name, about));
      }
    }
    if (process.argv.includes('--write')) writeFileSync('bench/offline-law.md', report(tables));
  } finally {
    await server.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Uploads the files and waits until each can be searched in every way. */
async function addCorpus(url: string, from: string): Promise<void> {
  for (const name of readdirSync(from).filter((each) => each.endsWith('.md'))) {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(join(from, name))]), name);
    form.set('kb_id', KB);
    form.set('title', name);
    const answer = await fetch(`${url}/v1/documents`, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  }
  for (;;) {
    const { body } = await call(url, `GET /v1/documents?kb_id=${KB}`);
    const items = body.items as { state: string; title: string }[];
    const failed = items.find(({ state }) => state === 'failed');
    if (failed) throw new Error(`${failed.title} could not be read`);
    if (items.every(({ state }) => state === 'ready')) return;
    await pause(500);
  }
}

async function tableOf(url: string, name: string, about: string): Promise<string> {
  const text = readFileSync(new URL(`./offline-law-${name}.jsonl`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  const questions = lines.map((line) => JSON.parse(line) as Question);
  const rows: string[] = [];
  let right = 0;
  for (const question of questions) {
    const { document, section } = question;
    const cited = await ask(url, question.ask);
    const isRight = cited?.document === document && cited.section.startsWith(section);
    right += Number(isRight);
    const found = cited === undefined ? 'nothing' : `${cited.document}, ${cited.section}`;
    console.log(`${isRight ? 'right' : 'wrong'}: ${question.ask} → ${found}`);
    rows.push(`| ${question.ask} | ${document}, ${section.trim()} | ${found} |`);
  }
  console.log(`${name}: ${right} of ${questions.length}`);
  const head = '| asked | right | cited first |\n|---|---|---|';
  return `## ${right} of ${questions.length}: ${about}\n\n${head}\n${rows.join('\n')}`;
}

/** Where the first citation of the answer stands; undefined when it cites nothing. */
async function ask(url: string, message: string): Promise<Cited | undefined> {
  const body = { message, context_type: 'documents', context: { kb_id: KB } };
  const response = await fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  let first: { document_id: string; block_id: string; title: string } | undefined;
  let answer = '';
  for await (const { event, data } of readStream(response)) {
    if (event === 'citation') first ??= data as unknown as NonNullable<typeof first>;
    if (event === 'content_chunk') answer += data.chunk;
  }
  if (process.argv.includes('--show')) console.log(`\n${answer}\n`);
  if (first === undefined) return undefined;
  const { document_id: id, block_id: block, title } = first;
  const near = await call(url, `GET /v1/documents/${id}/blocks?around=${block}&limit=30`);
  const blocks = near.body.items as { block_id: string; heading_path: string[] }[];
  const section = blocks.find(({ block_id }) => block_id === block)?.heading_path.at(-1) ?? '';
  return { document: title, section };
}

function report(tables: readonly string[]): string {
  return `# The offline model and two German laws

Made by \`npm run bench:offline-law -- --write\` (\`CORPUS_DIR\` names the folder with both Markdown files): a server
with the offline model and the \`local\` embedder, which reads English; both laws taken in over HTTP; the
\`documents\` agent asked in German. Right is an answer whose first citation stands in the section named.

${tables.join('\n\n')}
`;
}
