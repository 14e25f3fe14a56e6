import { IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import { OpenBody } from '../../../http/json-bodies.js';
import { badMessages, readMessages, type SaidMessages } from '../role-messages.js';

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
export type Conversation = SaidMessages & { message: string };

/**
 * The conversation of a body: what user and assistant said. The instructions of a `system` message are not
 * an agent's, and are left out. Rejects with `invalid_request` unless it ends with a user's text.
 */
export function conversationOf({ messages }: CompletionsBody): Conversation {
  const { message, history } = readMessages(messages);
  if (message !== undefined) return { message, history };
  throw badMessages('messages must end with a message of the user: the one to answer');
}
