import type { AgentEvent } from '../../agentloop/events.js';
import { AppError } from '../../foundation/errors.js';
import { eventsIn } from '../runs/run-reader.js';

/** How one protocol writes the events of one run, in their order. Holds what the protocol must remember of them. */
export interface Rendering {
  /** The text of an event, empty where the protocol has nothing for it; that of the last one ends the stream. */
  event(event: AgentEvent): string;
  /** Ends a stream that cannot go on, before its run's last event has come. */
  broken(code: string, message: string): string;
}

/** The frames of a run's log in another protocol, after `head`. Rejects as reading them does. */
export async function* renderFrames(
  frames: AsyncIterable<string>,
  rendering: Rendering,
  head = '',
): AsyncGenerator<string, void> {
  if (head !== '') yield head;
  for await (const text of frames) {
    // Also the empty ones: with them the answer begins.
    yield eventsIn(text)
      .map((event) => rendering.event(event))
      .join('');
  }
}

export function brokenText(rendering: Rendering): (error: unknown) => string {
  return (error) => {
    const known =
      error instanceof AppError && (error.code === 'run_gone' || error.code === 'database_error');
    if (known) return rendering.broken(error.code, error.message);
    return rendering.broken(
      'database_error',
      'The stream cannot go on, because the server cannot read what comes next. The run may be going on: reload the conversation in a moment.',
    );
  };
}

/** A `data:` line of JSON. Clients read doubles: a number that none holds is its text. */
export function dataFrame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export const DONE_FRAME = 'data: [DONE]\n\n';
