import type { AgentEvent } from '../../agentloop/events.js';
import { AppError } from '../../foundation/errors.js';

/** The events of a run, from its frames, to its `message_complete`. Rejects with the run's own error, and when it ends early. */
export async function* completedEvents(
  frames: AsyncIterable<string>,
): AsyncGenerator<AgentEvent, void> {
  let isComplete = false;
  for await (const event of eventsOf(frames)) {
    if (event.type === 'error') throw new AppError(event.data.code, event.data.message);
    isComplete ||= event.type === 'message_complete';
    yield event;
  }
  if (!isComplete) throw new AppError('interrupted', 'The answer ended early. Ask again.');
}

/** Only `\n` ends a line: JSON leaves U+2028 and U+2029 as they are. */
const FRAME = /(?:^|\n)event: ([^\n]+)\ndata: ([^\n]*)/;

/** The events in frames of the run's log, each of which is whole (foundation/sse.ts). */
async function* eventsOf(frames: AsyncIterable<string>): AsyncGenerator<AgentEvent> {
  for await (const text of frames) {
    for (const frame of text.split('\n\n')) {
      const [, type, data] = FRAME.exec(frame) ?? [];
      if (data !== undefined) yield { type, data: JSON.parse(data) as unknown } as AgentEvent;
    }
  }
}
