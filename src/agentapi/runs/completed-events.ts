import { parseJson } from '../../foundation/exact-json.js';
import { isOwnEvent, type AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';
import { AppError } from '../../foundation/errors.js';

/** Only `\n` ends a line: JSON leaves U+2028 and U+2029 as they are. */
const FRAME = /(?:^|\n)event: ([^\n]+)\ndata: ([^\n]*)/;

/** The events in the text of whole frames of a run's log (foundation/sse.ts). */
export function eventsIn(frames: string): AgentEvent[] {
  return frames.split('\n\n').flatMap((frame) => {
    const [, name, data] = FRAME.exec(frame) ?? [];
    if (name === undefined || data === undefined) return [];
    return [toEvent(name, parseJson(data) as JsonObject)];
  });
}

function toEvent(name: string, data: JsonObject): AgentEvent {
  if (!isOwnEvent(name)) return { type: 'plugin_event', name, data };
  return { type: name, data } as unknown as AgentEvent;
}

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
