import { parseJson } from '../../foundation/exact-json.js';
import { isOwnEvent, type AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';

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
