import { AppError } from '../foundation/errors.js';

/** A run that has been started and not yet ended. */
interface ActiveRun {
  abort: AbortController;
  ended: Promise<void>;
}

/** All runs of this process: admits them, and ends them when the server stops. */
export class RunRegistry {
  private readonly active = new Map<string, ActiveRun>();
  private stopping = false;

  /** Rejects with `shutting_down` once the server has begun to stop. */
  admit(): void {
    if (this.stopping) throw shuttingDown();
  }

  /** Registers a run; the returned function must be called when it has ended. */
  add(runId: string, abort: AbortController): () => void {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.active.set(runId, { abort, ended });
    // Admitted before the server began to stop, but only now begun.
    if (this.stopping) abort.abort(shuttingDown());
    return () => {
      this.active.delete(runId);
      end();
    };
  }

  get size(): number {
    return this.active.size;
  }

  /** Admits nothing more, ends every run with a terminal event, and waits for them at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const runs = [...this.active.values()];
    for (const { abort } of runs) abort.abort(shuttingDown());
    const all = Promise.all(runs.map(({ ended }) => ended));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
  }
}

function shuttingDown(): AppError {
  return new AppError(
    'shutting_down',
    'The server is shutting down; send the message again in a moment.',
  );
}
