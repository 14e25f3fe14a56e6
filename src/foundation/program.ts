import { inspect } from 'node:util';
import { AppError, messageOf } from './errors.js';
import type { Logger } from './logger.js';
import { redactor } from './secrets.js';

/** A stop that takes longer than this is forced, so that a supervisor never has to kill. */
const STOP_LIMIT_MS = 4_500;

/** Says on standard error why a program ends: an `AppError` in its words, anything else whole; never `secrets`. */
export function sayFailure(error: unknown, secrets: readonly string[]): void {
  console.error(redactor(secrets)(error instanceof AppError ? error.message : inspect(error)));
}

/** Signals close what the program has open, then end it: 0, or 1 when that failed. SIGHUP ends it of that signal itself. */
export function stopOnSignal(close: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    const end = signal === 'SIGHUP' ? endHungUp : (code: number) => process.exit(code);
    setTimeout(() => end(1), STOP_LIMIT_MS).unref();
    close().then(
      () => end(0),
      (error: unknown) => {
        logger.error({ err: error }, `stopping failed: ${messageOf(error)}`);
        end(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', (signal) => {
    // What is still said is for nobody, and must not fail the stop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    stop(signal);
  });
}

function endHungUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Does `work`, and closes what was opened for it, whatever came of it. */
export async function closing<T>(
  opened: { close?(): unknown } | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await opened?.close?.();
  }
}
