import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTestDatabase } from '../support/database.js';
import { useFolder } from '../support/embedded-template.js';
import { startTickets } from '../support/flags-backend.js';
import { startTestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

// Runs docs/extending.md: its files are written, its servers started, its commands sent, its answers compared.

const page = readFileSync(new URL('../../docs/extending.md', import.meta.url), 'utf8');

interface Block {
  language: string;
  /** A file's path, or the folder whose server a console talks to. */
  place: string;
  text: string;
}

/** The fenced blocks that name a place. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\S*)(?: (\S+))?.*\n([\s\S]*?)^```$/gm)]
    .map(([, language = '', place = '', lines = '']) => ({ language, place, text: lines }))
    .filter(({ place }) => place !== '');
}

const blocks = blocksOf(page);
const files = blocks.filter(({ language }) => language !== 'console');
const consoles = blocks.filter(({ language }) => language === 'console');

const folder = useFolder();
const backend = useOpened(startTickets);
const db = useOpened(openTestDatabase);
beforeAll(() => {
  for (const { place, text } of files) {
    mkdirSync(join(folder.path, dirname(place)), { recursive: true });
    writeFileSync(join(folder.path, place), text.replaceAll('http://127.0.0.1:4010', backend.url));
  }
});

test('every part has files and a console', () => {
  const places = consoles.map(({ place }) => place);
  expect(places).toEqual(['hello', 'agent', 'queues', 'closing', 'notes']);
  for (const { place } of consoles)
    expect(files.map((file) => file.place)).toContain(`${place}/sextant.yaml`);
});

/** A command of a console with the lines it promises. */
type Step = { command: string; lines: string[] };

function stepsOf({ text }: Block): Step[] {
  const steps: Step[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), lines: [] });
    else steps.at(-1)?.lines.push(line);
  }
  return steps;
}

/** The words of a command as a shell would read them: quotes group, and are taken away. */
function wordsOf(command: string): string[] {
  const words = command.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return words.map((word) => (/^['"]/.test(word) ? word.slice(1, -1) : word));
}

/** What `curl` with these arguments would print. */
async function curl(command: string, addresses: Readonly<Record<string, string>>): Promise<string> {
  const [program, ...args] = wordsOf(command);
  expect(program).toBe('curl');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      'no-buffer': { type: 'boolean', short: 'N' },
      json: { type: 'string' },
    },
  });
  let url = positionals[0] ?? '';
  for (const [written, real] of Object.entries(addresses)) url = url.replace(written, real);
  const { json } = values;
  const headers = { 'content-type': 'application/json' };
  const post = json === undefined ? {} : { method: 'POST', body: json, headers };
  return (await fetch(url, post)).text();
}

/** Whether the line holds the parts around each `…`, in order; without one it is the line. */
function matches(line: string, promised: string): boolean {
  let from = 0;
  for (const part of promised.split('…').map((piece) => piece.trim())) {
    const at = line.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return promised.includes('…') || line === promised;
}

describe('what each part promises', () => {
  test.each(consoles.map((block) => [block.place, block] as const))('%s', async (place, block) => {
    const configFile = join(folder.path, place, 'sextant.yaml');
    const server = await startTestServer({ db, env: { EMBEDDER: 'local' }, configFile });
    try {
      const ids = { preview: '', form: '' };
      for (const { command, lines } of stepsOf(block)) {
        const text = await curl(command, {
          'http://127.0.0.1:3000': server.url,
          'http://127.0.0.1:4010': backend.url,
          $PREVIEW_ID: ids.preview,
          $FORM_ID: ids.form,
        });
        for (const kind of ['preview', 'form'] as const)
          ids[kind] = new RegExp(`"${kind}_id":"([0-9a-f-]{36})"`).exec(text)?.[1] ?? ids[kind];
        const rest = text.split('\n');
        for (const line of lines) {
          const at = rest.findIndex((one) => matches(one, line));
          // All that was answered stands in the message, so that the page can be mended.
          expect(at < 0 ? `${command}\n${text}\nhas no line\n${line}` : '').toBe('');
          rest.splice(0, at + 1);
        }
      }
    } finally {
      await server.close();
    }
  });
});
