import { type AppError, invalidRequest } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { HistoryMessage } from '../chat.model.js';

export interface MessageHistory {
  /** The user's message to answer; undefined where the last one is not the user's. */
  message: string | undefined;
  history: HistoryMessage[];
}

/** Reads messages `{role, content}`; `invalid_request` for one to answer without text, or with more than texts. */
export function readMessages(messages: readonly unknown[]): MessageHistory {
  const said = messages.filter(isObject);
  const last = said.at(-1);
  if (last?.['role'] !== 'user') return { message: undefined, history: [] };
  if (partsOf(last).some(({ type }) => type !== 'text'))
    throw badMessages(
      'the last message may hold texts only; upload images and files to /v1/documents and name them as attachments of /v1/agent/chat, as addresses are never fetched',
    );
  const message = textOf(last);
  if (message.trim() === '') throw badMessages('the last message has no text');
  return { message, history: said.slice(0, -1).flatMap(historyOf) };
}

export function badMessages(message: string): AppError {
  const sentence = `${message[0]?.toUpperCase()}${message.slice(1)}.`;
  return invalidRequest(sentence, [{ path: 'messages', message }]);
}

export function historyOf(message: JsonObject): HistoryMessage[] {
  const { role } = message;
  return role === 'user' || role === 'assistant' ? [{ role, content: textOf(message) }] : [];
}

export function textOf(message: JsonObject): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  return partsOf(message)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

function partsOf({ content }: JsonObject): JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
