// `npm run image:try`: what the Dockerfile does, without a container engine: its build in a copy of the files that
// .dockerignore lets in, its last stage as a folder that the server's user cannot write to, a start, its health check.
import './lib/node-version.mjs';
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  chownSync,
  chmodSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { command, root } from './lib/command.mjs';
import { notTried, registryAnswers } from './lib/try-package.mjs';

const UID = 1000;

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-image-'));
  chmodSync(folder, 0o755);
  try {
    const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
    const last = stages.pop();
    if (last === undefined) throw new Error('The Dockerfile has no stage.');
    // As an engine does: no stage but the last needs another.
    const built = await Promise.allSettled(
      stages.map(({ name, steps }) => runStage(join(folder, name), steps)),
    );
    const failed = built.find(({ status }) => status === 'rejected');
    if (failed === undefined) return await tryImage(folder, last.steps);
    if (await registryAnswers()) throw failed.reason;
    return notTried('the steps of the image', 'what package-lock.json names');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @typedef {{ name: string, steps: { verb: string, text: string }[] }} Stage
 * @param {string} text
 * @returns {Stage[]}
 */
function stagesOf(text) {
  /** @type {Stage[]} */
  const stages = [];
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
    const [verb = '', ...words] = line.trim().split(/\s+/);
    if (verb === 'FROM') stages.push({ name: words[2] ?? 'last', steps: [] });
    else stages.at(-1)?.steps.push({ verb, text: line.trim().slice(verb.length).trim() });
  }
  return stages;
}

/**
 * @param {string} folder
 * @param {Stage['steps']} steps
 */
async function runStage(folder, steps) {
  mkdirSync(folder, { recursive: true });
  for (const { verb, text } of steps) {
    if (verb === 'COPY') copyIn(folder, text);
    if (verb !== 'RUN') continue;
    const started = performance.now();
    await promisify(execFile)('sh', ['-c', text], { cwd: folder });
    console.log(`RUN ${text} (${Math.round((performance.now() - started) / 1000)} s)`);
  }
}

/**
 * Copies from the project, as far as .dockerignore lets in what git knows.
 * @param {string} folder
 * @param {string} text
 */
function copyIn(folder, text) {
  const sources = text.split(/\s+/).slice(0, -1);
  const to = text.split(/\s+/).at(-1) ?? '';
  const allowed = sources[0] === '.' ? allowedPaths() : sources;
  const files = execFileSync('git', ['ls-files', '--', ...allowed], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    const target =
      sources[0] === '.' || to === './'
        ? join(folder, file)
        : join(folder, to, file.split('/').at(-1) ?? '');
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target);
  }
}

/** @returns {string[]} */
function allowedPaths() {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

/**
 * @param {string} folder
 * @param {Stage['steps']} steps
 */
async function tryImage(folder, steps) {
  const app = join(folder, 'app');
  const data = join(folder, 'data');
  mkdirSync(app);
  mkdirSync(data, { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, UID, UID);
  for (const { text } of steps.filter(
    // This machine's Node stands for the image's.
    ({ verb, text: one }) => verb === 'COPY' && /^--from=\S+ \/src\//.test(one),
  ))
    copyStage(folder, app, text);
  const env = {
    PATH: process.env.PATH,
    ...variables(steps),
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data,
  };
  const started = performance.now();
  const server = spawn(
    process.execPath,
    [...entry(steps, 'ENTRYPOINT', app), ...entry(steps, 'CMD', app)],
    {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(isRoot ? { uid: UID, gid: UID } : {}),
    },
  );
  const ended = new Promise((settle) => server.once('exit', settle));
  const url = await addressOf(server, ended);
  console.log(`${Math.round(performance.now() - started)} ms to ${url}`);
  const check = steps.find(({ verb }) => verb === 'HEALTHCHECK')?.text ?? '';
  const [, ...args] = JSON.parse(check.slice(check.indexOf('[')));
  execFileSync(process.execPath, args, { env: { ...env, PORT: new URL(url).port } });
  console.log('The health check passes.');
  const size = execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0];
  console.log(`/app has ${size} MB.`);
  server.kill('SIGTERM');
  const code = await ended;
  console.log(`It ended with ${code}.`);
  return code === 0 ? 0 : 1;
}

/**
 * @param {string} folder
 * @param {string} app
 * @param {string} text
 */
function copyStage(folder, app, text) {
  const [from = '', ...paths] = text.split(/\s+/);
  const to = paths.pop() ?? '';
  for (const path of paths) {
    const source = join(folder, from.slice('--from='.length), path.replace('/src/', ''));
    const target = to === './' ? join(app, path.split('/').at(-1) ?? '') : join(app, to);
    cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  }
}

/** @param {Stage['steps']} steps */
function variables(steps) {
  const text = steps.find(({ verb }) => verb === 'ENV')?.text ?? '';
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=')));
}

/**
 * @param {Stage['steps']} steps
 * @param {string} verb
 * @param {string} app
 */
function entry(steps, verb, app) {
  /** @type {string[]} */
  const words = JSON.parse(steps.find((step) => step.verb === verb)?.text ?? '[]');
  return words.filter((word) => word !== 'node').map((word) => word.replace('/app', app));
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {Promise<unknown>} ended
 * @returns {Promise<string>}
 */
async function addressOf(server, ended) {
  let said = '';
  const ready = new Promise((settle) => {
    server.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url !== undefined) settle(url);
    });
  });
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (typeof url !== 'string') throw new Error(`The server ended: ${said}`);
  return url;
}
