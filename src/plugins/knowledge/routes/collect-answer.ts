import { formSentence } from '../../../agentapi/forms/forms.service.js';
import type { EventData } from '../../../agentloop/events.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { completedEvents } from '../../../agentapi/runs/run-reader.js';

/**
 * What a run of the knowledge agent answered, read from its frames to the end: the result of its
 * `generate_response`, with where it was said, or a link to the form that was shown in its place. Rejects with the run's own error.
 */
export async function collectAnswer(frames: AsyncIterable<string>): Promise<JsonObject> {
  let answer: JsonObject = {};
  let start: EventData['run_start'] | undefined;
  let complete: EventData['message_complete'] | undefined;
  for await (const event of completedEvents(frames)) {
    if (event.type === 'run_start') start = event.data;
    if (event.type === 'message_complete') complete = event.data;
    if (event.type === 'operation_form')
      answer = { answer: formSentence(event.data, start?.conversation_id ?? '') };
    if (event.type === 'tool_call_result') answer = acceptedIn(event.data) ?? answer;
  }
  const place = { session_id: start?.conversation_id, run_id: start?.run_id };
  return { ...answer, ...place, turns: complete?.turns, usage: complete?.usage };
}

function acceptedIn(result: EventData['tool_call_result']): JsonObject | undefined {
  const isFinal = result.name === 'generate_response' && !result.is_error;
  return isFinal && isObject(result.result) ? result.result : undefined;
}
