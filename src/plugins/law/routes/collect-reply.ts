import type { JsonObject } from '../../../foundation/json.js';
import { formSentence } from '../../../agentapi/forms/form-sentence.js';
import { completedEvents } from '../../../agentapi/runs/completed-events.js';

/** A tool call of a run and what came of it, in wire names. */
export interface WireToolResult {
  tool: string;
  arguments: JsonObject;
  result: unknown;
  is_error: boolean;
}

/** What a run answered, and its tool calls in order. */
export interface Reply {
  reply: string;
  toolResults: WireToolResult[];
}

/** Reads a run from its frames to the end; rejects with the run's own error. */
export async function collectReply(frames: AsyncIterable<string>): Promise<Reply> {
  const answer: Reply = { reply: '', toolResults: [] };
  let conversationId = '';
  const inputs = new Map<string, JsonObject>();
  for await (const event of completedEvents(frames)) {
    if (event.type === 'run_start') conversationId = event.data.conversation_id;
    if (event.type === 'operation_form')
      answer.reply += `\n\n${formSentence(event.data, conversationId)}`;
    if (event.type === 'content_chunk') answer.reply += event.data.chunk;
    if (event.type === 'tool_call_start') inputs.set(event.data.tool_use_id, event.data.input);
    if (event.type !== 'tool_call_result') continue;
    const { tool_use_id: id, name, result, is_error } = event.data;
    answer.toolResults.push({ tool: name, arguments: inputs.get(id) ?? {}, result, is_error });
  }
  return answer;
}
