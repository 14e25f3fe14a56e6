/**
 * Uploads a folder's documents to a running server, with a progress bar:
 * `npm run ingest -- <folder> [--kb name] [--url http://127.0.0.1:3000] [--token token]`.
 * What is there already is left as it is. Ends with 1 when a document could not be taken in.
 */
import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';

const KNOWN = /\.(pdf|md|markdown|html?|xhtml|docx|xlsx|ods|csv|tsv|txt|text)$/i;
const POLL_MS = 250;
const USAGE =
  'Say which folder: npm run ingest -- <folder> [--kb name] [--url http://127.0.0.1:3000] [--token token]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kb: { type: 'string', default: 'default_kb' },
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    token: { type: 'string' },
  },
});
const [folder] = positionals;
const base = `${values.url.replace(/\/+$/, '')}/v1/documents`;
const headers = values.token === undefined ? {} : { authorization: `Bearer ${values.token}` };

try {
  if (folder === undefined) throw new Error(USAGE);
  process.exitCode = (await ingest(folder)) === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * Answers how many documents failed.
 * @param {string} from
 */
async function ingest(from) {
  const paths = await documentsIn(from);
  if (paths.length === 0)
    throw new Error(
      `${from} holds no document (.pdf, .md, .html, .docx, .xlsx, .ods, .csv, .tsv, .txt).`,
    );
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {name}',
    hideCursor: true,
    noTTYOutput: true,
  });
  bar.start(paths.length, 0, { name: '' });
  const failures = [];
  for (const path of paths) {
    const name = relative(from, path);
    bar.update({ name });
    const failure = await take(path).catch((error) => reasonOf(error));
    if (failure !== undefined) failures.push(`${name}: ${failure}`);
    bar.increment();
  }
  bar.update({ name: 'done' });
  bar.stop();
  for (const failure of failures) console.error(failure);
  console.log(
    `${paths.length - failures.length} of ${paths.length} documents are in ${values.kb}.`,
  );
  return failures.length;
}

/** @param {string} from */
async function documentsIn(from) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && KNOWN.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/**
 * Uploads one file and waits until it can be searched; answers why it cannot.
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
async function take(path) {
  const form = new FormData();
  form.append('kb_id', values.kb);
  form.append('file', await openAsBlob(path), basename(path));
  let document = await read(await fetch(base, { method: 'POST', body: form, headers }));
  while (document.state === 'parsing') {
    await pause(POLL_MS);
    document = await read(await fetch(`${base}/${document.id}`, { headers }));
  }
  return document.failure?.message;
}

/**
 * @param {Response} response
 * @returns {Promise<{ id: string, state: string, failure?: { message: string } }>}
 */
async function read(response) {
  const body = await response.json().catch(() => undefined);
  if (response.ok && body) return body;
  throw new Error(body?.error?.message ?? `the server answered ${response.status}`);
}

/** @param {unknown} error */
function reasonOf(error) {
  const { cause, message } = /** @type {{ cause?: { code?: string }, message: string }} */ (error);
  if (cause?.code !== 'ECONNREFUSED') return message;
  return `no server answers at ${values.url}: start it with npm start, or name another with --url`;
}
