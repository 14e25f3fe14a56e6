import type { Content, Part } from '@google/generative-ai';
import type { LlmMessage, LlmCall } from '../../types.js';
import { imagesOf } from '../../wire/images.js';

/** The conversation as Gemini's `contents`: all results of a turn in one content, as many as the turn had calls. */
export function convertMessages(messages: readonly LlmMessage[], model: string): Content[] {
  const contents: Content[] = [];
  const calls = new Map<string, LlmCall>();
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

function toParts(message: LlmMessage, calls: Map<string, LlmCall>, model: string): Part[] {
  switch (message.role) {
    case 'user': {
      const images = imagesOf(message).map(({ contentType: mimeType, data }) => ({
        inlineData: { mimeType, data },
      }));
      return [...images, ...text(message.content)];
    }
    case 'assistant':
      return [...text(message.content), ...callParts(message.toolCalls ?? [], model)];
    case 'tool':
      return [responsePart(message, calls.get(message.toolCallId))];
  }
}

function text(content: string): Part[] {
  return content === '' ? [] : [{ text: content }];
}

/** Gemini 3 refuses unsigned calls; those that another model or a form made carry this word in a signature's place. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

function callParts(toolCalls: readonly LlmCall[], model: string): Part[] {
  // `gemini-flash-latest` names the newest, as a tuned model may.
  const isStrict = !/gemini-[12]\D/.test(model);
  const foreign = toolCalls.every((call) => !fromProviderData(call).thoughtSignature);
  return toolCalls.map((call, index) => {
    const { id, thoughtSignature } = fromProviderData(call);
    const stated = foreign && index === 0 && isStrict ? FOREIGN_SIGNATURE : undefined;
    const signature = thoughtSignature ?? stated;
    const functionCall = { id, name: call.name, args: call.arguments };
    // The signature stands beside the call, unchanged. The client's types know neither it nor the id.
    return { functionCall, thoughtSignature: signature };
  });
}

function responsePart(
  message: Extract<LlmMessage, { role: 'tool' }>,
  call: LlmCall | undefined,
): Part {
  const id = call && fromProviderData(call).id;
  // Always a text: in an object the API would read `$ref` as its own syntax, and refuse the conversation.
  const response = { [message.isError ? 'error' : 'output']: message.content };
  const functionResponse = { id, name: message.name, response };
  return { functionResponse };
}

/** What Gemini needs back with a call: its own id, if it gave one, and the signature of its thought. */
export interface GeminiData {
  id?: string;
  thoughtSignature?: string;
}

function fromProviderData(call: LlmCall): GeminiData {
  return call.providerData?.['gemini'] ?? {};
}
