import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from '../../scripts/lib/supervise.mjs';
import { type Child, useChildren } from '../support/child.js';
import { copyTemplate, useFolder } from '../support/embedded-template.js';

const SUPERVISOR = new URL('./supervise.child.ts', import.meta.url);
const service = fileURLToPath(new URL('./service.child.ts', import.meta.url));
const src = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));

const folder = useFolder();
const spawnSupervisor = useChildren(SUPERVISOR, () => {
  return { EXPLORER_PORT: '0', EXPLORER_URL: '', START_CHECKS: '3000' };
});

/** A supervisor that is patient with a server on a busy machine, unless `env` says otherwise. */
function start(server: string, explorer = '', checkMs = 50, env: NodeJS.ProcessEnv = {}): Child {
  return spawnSupervisor(env, server, explorer, String(checkMs));
}

async function lineOf(child: Child, pattern: RegExp): Promise<RegExpExecArray> {
  const [found] = await linesOf(child, pattern);
  return found as RegExpExecArray;
}

/** The matches of lines that fit, once each pattern has a line of its own, in whatever order they come. */
async function linesOf(child: Child, ...patterns: RegExp[]): Promise<RegExpExecArray[]> {
  const found: (RegExpExecArray | undefined)[] = patterns.map(() => undefined);
  while (found.includes(undefined)) {
    const line = await child.line();
    const at = patterns.findIndex((one, place) => found[place] === undefined && one.test(line));
    if (at >= 0) found[at] = patterns[at]?.exec(line) ?? undefined;
  }
  return found as RegExpExecArray[];
}

it.each([
  ['SIGTERM', {}, 143],
  // Killed for not stopping in time, it would be 137.
  ['SIGINT', { IN_TERMINAL: 'yes' }, 130],
] as const)(
  'stops both programs on %s, sent to it alone (%j), and ends with %d as the server does',
  async (signal, env, code) => {
    const child = start(`${service} server`, `${service} explorer`, 50, env);
    await lineOf(child, /^server/);
    child.signal(signal);
    // Both hold the standard output: it ends when they are gone.
    await child.rest();
    expect(await child.exitCode()).toBe(code);
  },
);

it('passes on the end of its terminal, and ends as both do', async () => {
  const child = start(`${service} polite`, `${service} polite`);
  // A program that has not come so far would be ended by the signal.
  await linesOf(child, /^polite/, /^polite/, /explorer answers/);
  child.signal('SIGHUP');
  const rest = (await child.rest()).filter((line) => !line.startsWith('polite'));
  expect(rest.sort()).toEqual(['closed', 'closed', 'hung up', 'hung up']);
  expect(await child.exitCode()).toBeNull();
});

it('does not wait for the check of a server that has ended', async () => {
  const args = ['-e', 'process.send({ url: "http://127.0.0.1:9" }, () => process.exit(3))'];
  const check = () => new Promise<boolean>(() => {});
  const server = { name: 'server', args, env: process.env, checks: 3000, check };
  expect(await supervise({ server, checkMs: 1 })).toBe(3);
});

it('ends with a server that ends, and its code', async () => {
  const child = start(`${service} ends`, `${service} explorer`);
  await child.rest();
  expect(await child.exitCode()).toBe(3);
});

it.each(['silent', 'sick'])(
  'gives up a %s server, and says at which step it stood',
  async (how) => {
    const child = start(`${service} ${how}`, '', 100, { START_CHECKS: '' });
    await child.rest();
    expect(await child.exitCode()).toBe(1);
    expect(child.errorText).toMatch(/30 checks in 3 s failed while it was at "Counting the stars/);
  },
);

it('runs the server without an explorer that does not answer', async () => {
  const child = start(`${service} server`, `${service} sick`, 10);
  await lineOf(child, /explorer does not answer; the server runs without it/);
  child.signal('SIGTERM');
  await child.rest();
  expect(await child.exitCode()).toBe(143);
});

it('starts an explorer that ends again, each time later', async () => {
  const child = start(`${service} server`, `${service} ends`);
  const waits = [];
  for (let i = 0; i < 3; i += 1) {
    const [, code, wait] = await lineOf(child, /ended \((\d+)\).* again in (\S+) s/);
    waits.push([code, Number(wait)]);
  }
  expect(waits.join(' ')).toBe('3,0.5 3,1 3,2');
});

it('starts an explorer again that answers no more', async () => {
  const child = start(`${service} server`, `${service} falters`);
  const answers = /explorer answers at \S+ \(process (\d+)\)/;
  const before = await lineOf(child, answers);
  await lineOf(child, /explorer has not answered for a while; it is stopped/);
  await lineOf(child, /explorer ended \(143\).* again in 0.5 s/);
  expect((await lineOf(child, answers))[1]).not.toBe(before[1]);
});

it('restarts the killed explorer beside the running server; nothing is left when it is killed itself', async () => {
  const dataDir = folder.path;
  for (const path of ['.', 'explorer']) {
    await mkdir(join(dataDir, path), { recursive: true });
    await copyTemplate('store', join(dataDir, path));
  }
  const env = { DATA_DIR: dataDir, PORT: '0', EMBEDDER: 'none', SAMPLE_GRAPH: 'off' };
  // No sample ERP.
  const light = { PLATFORM_URL: 'http://127.0.0.1:9', SAMPLE_DOCUMENTS: 'off' };
  const child = start(src('main.ts'), src('explorer-main.ts'), 500, { ...env, ...light });
  const answers = /explorer answers at (\S+) \(process (\d+)\)/;
  const [before, ready] = await linesOf(child, answers, /Sextant is ready at (\S+)/);
  process.kill(Number(before?.[2]), 'SIGKILL');
  const [, after] = await linesOf(child, /explorer ended \(137\)/, answers);
  expect(after?.[1]).toBe(before?.[1]);
  expect((await fetch(`${ready?.[1]}/health/live`)).status).toBe(200);
  await child.kill();
  // Server and explorer hold the standard output: it ends when they are gone.
  await child.rest();
  await expect(fetch(`${after?.[1]}/graphql`)).rejects.toThrow('fetch failed');
});
