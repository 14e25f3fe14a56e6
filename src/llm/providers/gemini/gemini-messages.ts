import type { Content, Part } from '@google/generative-ai';
import { defined } from '../../../foundation/defined.js';
import type { LlmMessage, ToolCall } from '../../types.js';
import { fromProviderData } from './provider-data.js';

type ToolMessage = Extract<LlmMessage, { role: 'tool' }>;
type AssistantMessage = Extract<LlmMessage, { role: 'assistant' }>;

/** The conversation as Gemini's `contents`: all results of a turn in one content, as many as the turn had calls. */
export function convertMessages(messages: readonly LlmMessage[], model: string): Content[] {
  const contents: Content[] = [];
  const calls = new Map<string, ToolCall>();
  let previous: LlmMessage['role'] | undefined;
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) calls.set(call.id, call);
    }
    const parts = toParts(message, calls, model);
    if (message.role === 'tool' && previous === 'tool') contents.at(-1)?.parts.push(...parts);
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
  // Always a text: in an object the API would read `$ref` as its own syntax, and refuse the conversation.
  const response = { [message.isError ? 'error' : 'output']: message.content };
  return { functionResponse: { ...defined({ id }), name: message.name, response } };
}
