import type { AgentEvent } from '../../agentloop/events.js';
import { AppError } from '../../foundation/errors.js';
import { eventsIn } from './frame-events.js';

/** The events of a run, from its frames, to its `message_complete`. Rejects with the run's own error, and when it ends early. */
export async function* completedEvents(
  frames: AsyncIterable<string>,
): AsyncGenerator<AgentEvent, void> {
  let isComplete = false;
  for await (const text of frames) {
    for (const event of eventsIn(text)) {
      if (event.type === 'error') throw new AppError(event.data.code, event.data.message);
      isComplete ||= event.type === 'message_complete';
      yield event;
    }
  }
  if (!isComplete) throw new AppError('interrupted', 'The answer ended early. Ask again.');
}
