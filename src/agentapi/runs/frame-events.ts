import { parseJson } from '../../foundation/exact-json.js';
import type { AgentEvent, EventType } from '../../agentloop/events.js';
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
  if (!own.has(name)) return { type: 'plugin_event', name, data };
  return { type: name, data } as unknown as AgentEvent;
}

/** The server's own events; every other name is a plugin's. */
const ownNames: Readonly<Record<EventType, true>> = {
  run_start: true,
  agent_selected: true,
  indexing: true,
  tool_selection: true,
  message_start: true,
  content_chunk: true,
  thinking_chunk: true,
  tool_call_start: true,
  tool_call_result: true,
  operation_form: true,
  reasoning_step: true,
  citation: true,
  ui_action: true,
  phase: true,
  checkpoint: true,
  error: true,
  message_complete: true,
};
const own: ReadonlySet<string> = new Set(Object.keys(ownNames));
