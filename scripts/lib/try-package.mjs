import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  appendFileSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from './command.mjs';

const QUESTION =
  'When an order over 5000 is created, alert the operations manager with high severity and email finance@example.com';
/** Reading the sample's documents, and an explorer that is started, go on for half a minute beside everything else. */
const ALONE = { SAMPLE_DOCUMENTS: 'off', EXPLORER_URL: 'http://127.0.0.1:9/graphql' };
/** A start that takes longer has failed, also on a busy machine. */
const PATIENCE_MS = 120_000;

/**
 * Starts the command in an empty folder, asks the chat of the README, accepts its preview and stops the server by
 * SIGTERM; rejects with what went wrong. With `vectors`, those of the sample's tools are taken from there, where they
 * are: making them is most of a first start.
 * @param {{ node: string, cli: string, folder: string, vectors?: string }} what
 */
export async function tryPackage({ node, cli, folder, vectors = '' }) {
  mkdirSync(folder);
  if (existsSync(vectors)) {
    mkdirSync(join(folder, '.data'), { mode: 0o700 });
    cpSync(vectors, join(folder, '.data/vectors'), { recursive: true });
  }
  const started = performance.now();
  const server = spawn(node, [cli, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', ...ALONE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const url = await addressOf(server, ended);
    await untilReady(url);
    const readyMs = performance.now() - started;
    const previewId = await chat(url);
    await accept(url, previewId);
    const asked = performance.now();
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`the server ended with ${code}`);
    return { readyMs, stopMs: performance.now() - asked };
  } finally {
    if (server.exitCode === null) server.kill('SIGKILL');
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {Promise<unknown>} ended
 * @returns {Promise<string>}
 */
async function addressOf(server, ended) {
  let said = '';
  const ready = new Promise((settle) => {
    const hear = (/** @type {Buffer} */ chunk) => {
      said += String(chunk);
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url !== undefined) settle(url);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
  });
  const late = pause(PATIENCE_MS, undefined, { ref: false });
  const url = await Promise.race([ready, late, ended.then(() => undefined)]);
  if (typeof url !== 'string') throw new Error(`the server did not start: ${said.slice(-500)}`);
  return url;
}

/**
 * Ready is also the index of the sample's tools.
 * @param {string} url
 */
async function untilReady(url) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const answer = await fetch(`${url}/health/ready`);
    const { parts } = await answer.json();
    if (answer.ok && !parts.tool_index.detail.startsWith('being built')) return;
    await pause(50);
  }
  throw new Error('the server did not become ready');
}

/**
 * @param {string} url
 * @returns {Promise<string>} the preview's id
 */
async function chat(url) {
  const answer = await post(`${url}/v1/agent/chat`, {
    context_type: 'workflow',
    message: QUESTION,
  });
  const text = await answer.text();
  const previewId = /"preview_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (previewId === undefined || !text.includes('event: message_complete'))
    throw new Error(`no preview in the answer (${answer.status}): ${text.slice(-500)}`);
  return previewId;
}

/**
 * @param {string} url
 * @param {string} previewId
 */
async function accept(url, previewId) {
  const answer = await post(`${url}/v1/agent/previews/${previewId}/accept`, {});
  if (!answer.ok) throw new Error(`not accepted (${answer.status}): ${await answer.text()}`);
}

/**
 * @param {string} url
 * @param {unknown} body
 */
function post(url, body) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** What cannot be tried where the registry of packages cannot be reached. */

/** @returns {Promise<boolean>} whether the registry answers */
export function registryAnswers() {
  return promisify(execFile)('npm', ['ping']).then(
    () => true,
    () => false,
  );
}

/**
 * Says aloud, also to the file that NOT_TRIED names, that nothing was tried; answers the exit code.
 * @param {string} what
 * @param {string} needed
 */
export function notTried(what, needed) {
  const sentence = `NOT TRIED ${what}: the registry of packages cannot be reached, which has ${needed}`;
  console.log(sentence);
  if (process.env.NOT_TRIED) appendFileSync(process.env.NOT_TRIED, `${sentence}\n`);
  return 0;
}

/**
 * Rejects with the packages that an install brought into `folder` and the package's list of licences does not name.
 * @param {string} folder
 */
export function tryLicences(folder) {
  const list = readFileSync(join(folder, 'node_modules/sextant/dist/licences.md'), 'utf8');
  const named = new Set([...list.matchAll(/^\| (\S+) \|/gm)].map(([, name]) => name));
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  const missing = installed.filter((name) => name && name !== 'sextant' && !named.has(name));
  if (missing.length > 0) throw new Error(`dist/licences.md does not name ${missing.join(', ')}`);
}

const PLUGIN = `import { definePlugin, type Plugin } from 'sextant/plugin';
const plugin: Plugin = { name: 'notes', sextant: '*' };
export default definePlugin(plugin);
`;
const OPTIONS = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];

/**
 * Compiles a plugin in `folder`, where the package is installed; rejects with the first errors. Types of other
 * packages that a plugin's author installs (Node's own, those of `pg`) may be missing, those of the package may not.
 * @param {string} folder
 */
export async function tryTypes(folder) {
  writeFileSync(join(folder, 'plugin.ts'), PLUGIN);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const output = await new Promise((settle) => {
    execFile(
      process.execPath,
      [tsc, ...OPTIONS, ...types, 'plugin.ts'],
      { cwd: folder },
      (_, out) => settle(out),
    );
  });
  const lines = String(output).split('\n');
  const errors = lines.filter((line) => /^plugin\.ts|'\.{1,2}\//.test(line));
  if (errors.length > 0)
    throw new Error(`a plugin cannot be typed:\n${errors.slice(0, 5).join('\n')}`);
}
