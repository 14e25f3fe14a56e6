import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defined } from '../../foundation/defined.js';
import { AppError } from '../../foundation/errors.js';
import { asObject, isObject } from '../../foundation/json.js';
import { DocumentRefused, toReason } from '../document-refused.js';
import type { ReadableKind } from './document-kind.js';
import type { Parsed } from './formats/piece.mjs';

export type { Box as PageBox, Parsed, Piece } from './formats/piece.mjs';

export interface ParseLimits {
  seconds: number;
  memoryMb: number;
}

export const defaultParseLimits: ParseLimits = { seconds: 30, memoryMb: 768 };

const MB = 1024 * 1024;

/** So much of the memory may be JavaScript's heap; the rest is the program and unpacked streams. */
const HEAP_SHARE = 0.6;

/** Parses in a process without environment, within limits. Rejects with {@link DocumentRefused} or `cancelled`. */
export async function parseDocument(
  kind: ReadableKind,
  bytes: Uint8Array,
  limits: ParseLimits = defaultParseLimits,
  signal?: AbortSignal,
): Promise<Parsed> {
  if (signal?.aborted) throw cancelled();
  const child = startProcess(limits, signal);
  try {
    const answered = answerOf(child);
    // A process that ends while it is being told shows in its end.
    child.send({ kind, bytes }, () => {});
    const answer = await answered;
    if (answer !== undefined) return toParsed(answer);
    if (signal?.aborted) throw cancelled();
    // One that is out of memory ends itself.
    throw child.killed ? tooSlow(limits) : tooHungry(limits);
  } finally {
    child.kill('SIGKILL');
  }
}

function startProcess({ memoryMb, seconds }: ParseLimits, signal?: AbortSignal): ChildProcess {
  const script = fileURLToPath(new URL('./parse-process.mjs', import.meta.url));
  return fork(script, [String(memoryMb * MB)], {
    env: {},
    execArgv: [`--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    ...defined({ signal }),
  });
}

function toParsed(answer: unknown): Parsed {
  const { parsed, refused, failed = 'no reason was given' } = asObject(answer);
  if (isObject(parsed)) return parsed as unknown as Parsed;
  if (isObject(refused))
    throw new DocumentRefused(toReason(refused['reason']), String(refused['message']));
  throw new DocumentRefused(
    'broken',
    `The file cannot be read, it is probably damaged (${String(failed).slice(0, 200)}). Check that it opens in another program, and save it again.`,
  );
}

function tooSlow({ seconds }: ParseLimits): DocumentRefused {
  return new DocumentRefused(
    'too_slow',
    `Reading the file took longer than ${seconds} seconds and was given up. Split it into smaller ones.`,
  );
}

function tooHungry({ memoryMb }: ParseLimits): DocumentRefused {
  return new DocumentRefused(
    'too_large',
    `Reading the file took more than ${memoryMb} MB of memory and was given up: it unpacks to too much. Split it into smaller ones.`,
  );
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Reading the document was cancelled.');
}

export type Answering = Pick<ChildProcess, 'connected' | 'once'>;

/** A process's first message, undefined without one: an exit may be seen before it. `internal`: did not start. */
export function answerOf(child: Answering): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const none = () => resolve(undefined);
    child.once('message', resolve);
    child.once('exit', () => (child.connected ? void child.once('disconnect', none) : none()));
    child.once('error', (cause) =>
      cause.name === 'AbortError'
        ? none()
        : reject(new AppError('internal', 'The process that parses did not start.', [], { cause })),
    );
  });
}
