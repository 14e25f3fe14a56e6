import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs the server and, beside it, the explorer, each in a process of its own. The server is what counts:
 * the command ends with it. The explorer is restarted when it ends or hangs, and may fail without harm. Children
 * are started with a channel, by which they say where they listen and notice when this process is killed.
 */

/**
 * How to start a program and how to see that it works. `check` answers whether it does.
 * @typedef {{
 *   name: string,
 *   args: string[],
 *   env: NodeJS.ProcessEnv,
 *   cwd?: string,
 *   checks: number,
 *   check: (url: string, signal: AbortSignal) => Promise<boolean>,
 * }} Service
 */

/** The explorer's waits between restarts double from the first to the second; who ran longer begins anew. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const STEADY_MS = 60_000;

/** Once it runs, the explorer is checked as many times more seldom than while it starts. */
const SELDOM = 10;

/** Nothing is said while a program's files are loaded: 2 s on a quiet machine, more than 15 s on one that is busy with something else. */
const LOADING = 4;

/** How long the explorer waits at most for the index of the server, whose embedder may be down. */
const INDEXING_MS = 30_000;

/** As shells tell of programs that a signal ended: its number is added. */
const SIGNALLED = 128;

/** How long children may take to stop before they are killed: they force themselves after 4.5 s. */
const STOP_LIMIT_MS = 6_000;

/**
 * Answers the server's exit code; 1 when it did not get ready in time.
 * @param {{ server: Service, explorer?: Service, checkMs?: number, say?: (line: string) => void }} options
 * @returns {Promise<number>}
 */
export async function supervise({ server, explorer, checkMs = 500, say = console.log }) {
  const stopping = new AbortController();
  /** @type {Set<Child>} */
  const children = new Set();
  /** @param {Service} service */
  const start = (service) => {
    const child = new Child(service);
    children.add(child);
    void child.ended.then(() => children.delete(child));
    return child;
  };
  const unhook = passSignalsOn(children, stopping);
  const main = start(server);
  const isReady = await becomesReady(main, checkMs, stopping.signal);
  if (!isReady && !main.hasEnded && !stopping.signal.aborted) {
    const checks = server.checks * main.patience;
    const seconds = (checks * checkMs) / 1000;
    console.error(
      `\nThe server did not answer: ${checks} checks in ${seconds} s failed while it was at "${main.step}". It is stopped. What it printed above may say why; on a slow machine, allow more with START_CHECKS.`,
    );
    await endAll(children, 'SIGTERM');
    return 1;
  }
  // Not before: a first answer would wait for it where there are few cores.
  const beside =
    isReady &&
    explorer &&
    untilIndexed(main, checkMs, stopping.signal).then(() =>
      keepRunning(explorer, { start, stopping, checkMs, say }),
    );
  const code = await main.ended;
  if (code > SIGNALLED && !stopping.signal.aborted)
    console.error(
      `\nThe server was ended by signal ${code - SIGNALLED}; 9 is most often the system, for want of memory. What it was doing is on record: start it again.`,
    );
  stopping.abort();
  await endAll(children, 'SIGTERM');
  await beside;
  unhook();
  return code;
}

/** A started program: where it listens, and what it is doing. */
class Child {
  /** @type {string | undefined} */
  url;
  step = 'its start';
  /** True while it makes an index that its first answers wait for. */
  isIndexing = false;
  /** How often it has said that a step began, and the patience of the last. */
  steps = 0;
  patience = LOADING;
  #gone = new AbortController();

  /** @param {Service} service */
  constructor(service) {
    this.service = service;
    this.process = spawn(process.execPath, service.args, {
      env: service.env,
      cwd: service.cwd,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.process.on('message', (message) => this.#hear(message));
    /** @type {Promise<number>} */
    this.ended = new Promise((settle) => {
      this.process.once('error', () => settle(1));
      this.process.once('exit', (code, signal) => {
        settle(code ?? SIGNALLED + (signal ? constants.signals[signal] : 0));
      });
    });
    void this.ended.then(() => this.#gone.abort());
  }

  /** Aborted once it has ended. */
  get gone() {
    return this.#gone.signal;
  }

  get hasEnded() {
    return this.gone.aborted;
  }

  /** @param {unknown} message */
  #hear(message) {
    if (typeof message !== 'object' || message === null) return;
    if ('url' in message) this.url = String(message.url);
    if ('indexing' in message) this.isIndexing = message.indexing === true;
    if (!('step' in message)) return;
    this.step = String(message.step);
    this.patience = 'patience' in message ? Number(message.patience) : 1;
    this.steps += 1;
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.process.kill(signal);
  }

  /**
   * Ends it, by force where it takes too long.
   * @param {NodeJS.Signals} signal
   */
  async stop(signal) {
    this.kill(signal);
    const late = setTimeout(() => this.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.ended;
    clearTimeout(late);
  }
}

/**
 * Checks a child every `checkMs` until it works, has ended, or has failed so often in a row while it was at
 * one and the same step: a start that moves on is slow, one that does not is stuck.
 * @param {Child} child
 * @param {number} checkMs
 * @param {AbortSignal} signal
 */
async function becomesReady(child, checkMs, signal) {
  let step = child.steps;
  for (let failed = 0; failed < child.service.checks * child.patience; failed += 1) {
    if (child.hasEnded || signal.aborted) return false;
    if (child.steps !== step) [step, failed] = [child.steps, 0];
    if (child.url !== undefined && (await works(child, child.url))) return true;
    await Promise.race([pause(checkMs), child.ended]);
  }
  return false;
}

/**
 * Waits while a child makes its index, at most {@link INDEXING_MS}.
 * @param {Child} child
 * @param {number} checkMs
 * @param {AbortSignal} signal
 */
async function untilIndexed(child, checkMs, signal) {
  const end = performance.now() + INDEXING_MS;
  while (child.isIndexing && !child.hasEnded && !signal.aborted && performance.now() < end)
    await Promise.race([pause(checkMs), child.ended]);
}

/**
 * Its end is an answer too: a fetch from a program that dies meanwhile may never settle, and neither it nor its time
 * limit keeps this process alive.
 * @param {Child} child
 * @param {string} url
 */
async function works(child, url) {
  const check = child.service.check(url, AbortSignal.timeout(2_000));
  try {
    return await Promise.race([check, child.ended.then(() => false)]);
  } catch {
    return false;
  }
}

/**
 * Runs the explorer until the end, with waits between its restarts; says what changes.
 * @param {Service} service
 * @param {{ start: (service: Service) => Child, stopping: AbortController, checkMs: number, say: (line: string) => void }} context
 */
async function keepRunning(service, { start, stopping, checkMs, say }) {
  const { signal } = stopping;
  let failures = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const child = start(service);
    const isReady = await becomesReady(child, checkMs, signal);
    const tell = () =>
      say(`  The ${service.name} answers at ${child.url} (process ${child.process.pid}).`);
    if (isReady) tell();
    else if (!child.hasEnded && !signal.aborted) {
      say(`  The ${service.name} does not answer; the server runs without it.`);
    }
    const over = AbortSignal.any([signal, child.gone]);
    const isHung = await hangs({
      check: async () => child.url !== undefined && (await works(child, child.url)),
      wait: () => pause(checkMs * SELDOM, true, { signal: over }).catch(() => false),
      hasAnswered: isReady,
      onFirstAnswer: tell,
    });
    if (isHung && !over.aborted) {
      say(`  The ${service.name} has not answered for a while; it is stopped.`);
      await child.stop('SIGTERM');
    }
    const code = await child.ended;
    if (signal.aborted) return;
    failures = performance.now() - started > STEADY_MS ? 1 : failures + 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    say(
      `  The ${service.name} ended (${code}); the server runs without it. It is started again in ${wait / 1000} s.`,
    );
    await pause(wait, undefined, { signal }).catch(() => {});
  }
}

/**
 * Signals for us become signals for the children. They get Ctrl-C from the terminal too, and twice is once
 * to them; an interrupt that somebody sent to us alone looks the same from here.
 * @param {Set<Child>} children
 * @param {AbortController} stopping
 */
function passSignalsOn(children, stopping) {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    stopping.abort();
    void endAll(children, signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/**
 * Ends all children.
 * @param {Set<Child>} children
 * @param {NodeJS.Signals} signal
 */
async function endAll(children, signal) {
  await Promise.all([...children].map((child) => child.stop(signal)));
}

/**
 * The port, or for 0 one that is free now: the server has to know it before the explorer has it.
 * @param {number} port
 */
export async function choosePort(port) {
  if (port !== 0) return port;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** So many checks in a row may fail of a program that has answered before. */
const MISSES = 6;
/** The same of one that has not: on a busy machine a start takes minutes. */
const MISSES_BEFORE_ANSWER = 60;

/**
 * Checks a running program again and again; `wait` waits for the next check and answers false when there is none to
 * wait for. Answers true once too many checks in a row have failed: the program hangs.
 * @param {{
 *   check: () => Promise<boolean>,
 *   wait: () => Promise<boolean>,
 *   hasAnswered: boolean,
 *   onFirstAnswer: () => void,
 * }} program
 * @returns {Promise<boolean>}
 */
export async function hangs({ check, wait, hasAnswered, onFirstAnswer }) {
  let misses = 0;
  while (await wait()) {
    const answers = await check();
    misses = answers ? 0 : misses + 1;
    if (answers && !hasAnswered) {
      hasAnswered = true;
      onFirstAnswer();
    }
    if (misses >= (hasAnswered ? MISSES : MISSES_BEFORE_ANSWER)) return true;
  }
  return false;
}
