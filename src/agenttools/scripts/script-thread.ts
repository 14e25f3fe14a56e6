import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError, messageOf } from '../../foundation/errors.js';

export const SCRIPT_LIMITS = {
  /** Computing, without the time it waits for its calls. */
  cpuMs: 3000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  /** Calls of tools, in all and at once; those of the run count too. */
  calls: 500,
  atOnce: 8,
  /** The arguments of one call, and what it returns before that is cut for the model; JSON. */
  argumentChars: 262_144,
  valueChars: 1_000_000,
  logChars: 2000,
};
export type ScriptLimits = typeof SCRIPT_LIMITS;

interface ScriptEnd {
  value?: string;
  error?: string;
  place?: { line: number; column: number };
  log: string;
}

/** Answers a call of the script: arguments and result are JSON; what it rejects with is thrown in the script. */
type AnswerCall = (name: string, args: string) => Promise<string>;

type Message = { end: ScriptEnd } | { end?: undefined; id: number; name: string; args: string };

/** So many threads run in this process at once, of all users and of one; each has up to some 60 MB. */
const MAX_THREADS = 8;
const MAX_OF_USER = 2;
const running: string[] = [];

const QUICKJS = '@jitl/quickjs-wasmfile-release-sync/wasm';
let compiled: Promise<WebAssembly.Module> | undefined;

/** QuickJS compiled once for all threads: each would take longer for it than for most scripts. */
async function compileQuickJs(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(QUICKJS)));
}

/** In a thread without files, network or environment, ended in every case. Rejects as the signal does, or with `server_busy`. */
export async function runInThread(
  script: string,
  answer: AnswerCall,
  { signal, userId }: { signal: AbortSignal; userId: string },
  limits: ScriptLimits = SCRIPT_LIMITS,
): Promise<ScriptEnd> {
  const quickjs = await (compiled ??= compileQuickJs()).catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  signal.throwIfAborted();
  const own = running.filter((one) => one === userId).length;
  if (running.length >= MAX_THREADS || own >= MAX_OF_USER)
    throw new AppError('server_busy', 'Too many scripts run at once. Call run_script once more.');
  running.push(userId);
  const worker = new Worker(new URL('./script-worker.mjs', import.meta.url), {
    workerData: { script, limits, quickjs },
    env: {},
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  const ended = new AbortController();
  try {
    return await endOf(worker, answer, signal, ended.signal);
  } finally {
    ended.abort();
    running.splice(running.indexOf(userId), 1);
    void worker.terminate();
  }
}

function endOf(
  worker: Worker,
  answer: AnswerCall,
  signal: AbortSignal,
  ended: AbortSignal,
): Promise<ScriptEnd> {
  return new Promise((resolve, reject) => {
    const broken = (why: string): void => resolve({ error: `Its thread ended: ${why}`, log: '' });
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { signal: ended });
    worker.on('error', (error) => broken(messageOf(error)));
    worker.on('exit', (code) => broken(`code ${code}`));
    worker.on('message', (message: Message) => {
      if (message.end !== undefined) return resolve(message.end);
      const { id, name, args } = message;
      answer(name, args).then(
        (value) => worker.postMessage({ id, value }),
        (error: unknown) => worker.postMessage({ id, error: messageOf(error) }),
      );
    });
  });
}
