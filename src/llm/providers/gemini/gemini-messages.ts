import type { Content, Part } from '@google/generative-ai';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmMessage, ToolCall } from '../../types.js';
import { fromProviderData } from './provider-data.js';

type ToolMessage = Extract<LlmMessage, { role: 'tool' }>;
type AssistantMessage = Extract<LlmMessage, { role: 'assistant' }>;

/**
 * The conversation as Gemini's `contents`: all results of a turn in one content, as many as the turn
 * had calls, and nothing empty, as the API refuses both.
 */
export function convertMessages(messages: readonly LlmMessage[], model: string): Content[] {
  const contents: Content[] = [];
  const calls = new Map<string, ToolCall>();
  let previous: LlmMessage['role'] | undefined;
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) calls.set(call.id, call);
    }
    const parts = toParts(message, calls, model);
    if (parts.length === 0) continue;
    // Results of one turn, and what the model said twice in a row, belong together.
    if (message.role === previous && message.role !== 'user') contents.at(-1)?.parts.push(...parts);
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts });
    previous = message.role;
  }
  return contents;
}

function toParts(message: LlmMessage, calls: Map<string, ToolCall>, model: string): Part[] {
  switch (message.role) {
    case 'user':
      return text(message.content);
    case 'assistant':
      return [...text(message.content), ...callParts(message, model)];
    case 'tool':
      return [responsePart(message, calls.get(message.toolCallId))];
  }
}

function text(content: string): Part[] {
  return content === '' ? [] : [{ text: content }];
}

/** Gemini 3 refuses unsigned calls; those that another model made carry this word in the place of a signature. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

function callParts({ toolCalls = [] }: AssistantMessage, model: string): Part[] {
  const foreign = toolCalls.every((call) => call.providerData?.['gemini'] === undefined);
  return toolCalls.map((call, index) => {
    const { id, thoughtSignature } = fromProviderData(call);
    const stated = foreign && index === 0 && isGemini3(model) ? FOREIGN_SIGNATURE : undefined;
    const signature = thoughtSignature ?? stated;
    const functionCall = {
      ...defined({ id }),
      name: call.name,
      args: call.arguments,
    };
    // The signature stands beside the call, unchanged. The client's types know neither it nor the id.
    return { functionCall, ...defined({ thoughtSignature: signature }) };
  });
}

function isGemini3(model: string): boolean {
  const version = /gemini-(\d+)/.exec(model)?.[1];
  return Number(version) >= 3;
}

function responsePart(message: ToolMessage, call: ToolCall | undefined): Part {
  const id = call === undefined ? undefined : fromProviderData(call).id;
  const value = jsonOrText(message.content);
  const response = message.isError ? { error: value } : { output: value };
  const functionResponse = {
    ...defined({ id }),
    name: message.name,
    response: response satisfies JsonObject,
  };
  return { functionResponse };
}

/** A result that is JSON is sent as such: inside a text it would cost a backslash for each quote. */
function jsonOrText(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}
