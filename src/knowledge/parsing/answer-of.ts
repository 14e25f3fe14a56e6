import type { ChildProcess } from 'node:child_process';
import { AppError } from '../../foundation/errors.js';

/** What of a process is listened to. */
export type Answering = Pick<ChildProcess, 'connected' | 'once'>;

/**
 * A process's first message; undefined when it ended without one. Its end may be seen before its last message
 * was read, so the channel has to be closed too. Rejects with `internal` when it did not start.
 */
export function answerOf(child: Answering): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const none = () => resolve(undefined);
    child.once('message', resolve);
    child.once('exit', () => (child.connected ? void child.once('disconnect', none) : none()));
    child.once('error', (cause) =>
      reject(new AppError('internal', 'The process that parses did not start.', [], { cause })),
    );
  });
}
