import type { AgentEvent, EventData } from '../../agentloop/events.js';
import { AppError } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';

/**
 * What a run of the knowledge agent answered, read from its frames to the end: the result of its
 * `generate_response`, with where it was said. Rejects with the run's own error.
 */
export async function collectAnswer(frames: AsyncIterable<string>): Promise<JsonObject> {
  let answer: JsonObject = {};
  let start: EventData['run_start'] | undefined;
  let complete: EventData['message_complete'] | undefined;
  for await (const event of eventsOf(frames)) {
    if (event.type === 'run_start') start = event.data;
    if (event.type === 'message_complete') complete = event.data;
    if (event.type === 'error') throw new AppError(event.data.code, event.data.message);
    if (event.type === 'tool_call_result') answer = acceptedIn(event.data) ?? answer;
  }
  if (complete === undefined)
    throw new AppError('interrupted', 'The answer ended early. Ask again.');
  const { turns, usage } = complete;
  return { ...answer, session_id: start?.conversation_id, run_id: start?.run_id, turns, usage };
}

function acceptedIn(result: EventData['tool_call_result']): JsonObject | undefined {
  const isFinal = result.name === 'generate_response' && !result.is_error;
  return isFinal && isObject(result.result) ? result.result : undefined;
}

const FRAME = /^event: (.+)\ndata: (.*)$/m;

/** The events in frames of the run's log, each of which is whole (foundation/sse.ts). */
async function* eventsOf(frames: AsyncIterable<string>): AsyncGenerator<AgentEvent> {
  for await (const text of frames) {
    for (const frame of text.split('\n\n')) {
      const [, type, data] = FRAME.exec(frame) ?? [];
      if (data !== undefined) yield { type, data: JSON.parse(data) as unknown } as AgentEvent;
    }
  }
}
