import { IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { OpenBody } from '../../../http/open-body.js';
import type { HistoryMessage } from '../../chat.model.js';

/** The body of `POST /v1/chat/completions`, as far as it is read. What else clients send is passed over. */
@OpenBody()
export class CompletionsBody {
  /** Which agent answers: its context type. */
  @IsString({ message: 'model must be a text: one of GET /v1/models' })
  model: string;

  /** The conversation; the last message is the one to answer. */
  @IsArray({ message: 'messages must be a list of {role, content}' })
  messages: unknown[];

  @IsOptional()
  @IsBoolean({ message: 'stream must be true or false' })
  stream?: boolean;

  @IsOptional()
  @IsObject({ message: 'stream_options must be an object' })
  stream_options?: JsonObject;
}

/** A conversation whose last message is the one to answer. */
export interface Conversation {
  message: string;
  history: HistoryMessage[];
}

/**
 * The conversation of a body: what user and assistant said. The instructions of a `system` message are not
 * an agent's, and are left out. Rejects with `invalid_request` unless it ends with a user's text.
 */
export function conversationOf({ messages }: CompletionsBody): Conversation {
  const said = messages.filter(isObject);
  const last = said.at(-1);
  if (last?.['role'] !== 'user') {
    throw badMessages('messages must end with a message of the user: the one to answer');
  }
  if (partsOf(last).some(({ type }) => type !== 'text')) {
    throw badMessages(
      'the last message may hold texts only: images, audio and files cannot be read',
    );
  }
  const message = textOf(last);
  if (message.trim() === '') throw badMessages('the last message has no text');
  return { message, history: said.slice(0, -1).flatMap(historyOf) };
}

function historyOf(message: JsonObject): HistoryMessage[] {
  const { role } = message;
  return role === 'user' || role === 'assistant' ? [{ role, content: textOf(message) }] : [];
}

function textOf(message: JsonObject): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  return partsOf(message)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

function partsOf({ content }: JsonObject): JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function badMessages(message: string): AppError {
  const sentence = `${message[0]?.toUpperCase()}${message.slice(1)}.`;
  return new AppError('invalid_request', sentence, [{ path: 'messages', message }]);
}
