import { IsArray, IsIn, IsObject, IsOptional, IsString, Length } from 'class-validator';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { sentForm, type SentForm } from '../../forms/forms.service.js';
import { OpenBody } from '../../../http/json-bodies.js';
import type { HistoryMessage } from '../../chat.model.js';

/** What the AI SDK posts, and what a page adds to it by the transport's `body`. Other fields are passed over. */
@OpenBody()
export class AiChatBody {
  @Length(1, 200, { message: 'id must be a text of 1 to 200 characters: the name of the chat' })
  @IsString({ message: 'id must be a text: the name of the chat' })
  id: string;

  /** The whole chat as the client has it; the last message is the one to answer. */
  @IsArray({ message: 'messages must be a list of UI messages' })
  messages: unknown[];

  @IsOptional()
  @IsIn(['submit-message', 'regenerate-message'], {
    message: 'trigger must be submit-message or regenerate-message',
  })
  trigger?: 'submit-message' | 'regenerate-message';

  /** Which agent answers. */
  @IsOptional()
  @IsString({ message: 'context_type must be a text' })
  context_type?: string;

  /** What the page shows. */
  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: JsonObject;
}

/** A message of the client's, as far as it can be understood. */
export interface UiMessage {
  id: string | undefined;
  role: unknown;
  parts: JsonObject[];
}

/** The messages of a body; what is none is passed over. */
export function uiMessages(body: AiChatBody): UiMessage[] {
  return body.messages.filter(isObject).map(({ id, role, parts }) => ({
    id: typeof id === 'string' ? id : undefined,
    role,
    parts: Array.isArray(parts) ? parts.filter(isObject) : [],
  }));
}

/** A form that the user filled in, as a part of the message; rejects with `invalid_request` one that is none. */
export function formIn({ parts }: UiMessage, context: JsonObject): SentForm | undefined {
  const filled = parts.filter(({ type }) => type === 'data-form');
  if (filled.length > 1)
    throw new AppError('invalid_request', 'A message sends one form. Send each in its own.');
  return filled[0] && sentForm(filled[0]['data'], 'data-form', context);
}

/** What a user says in a message; rejects with `invalid_request` what has no text, or a file. */
export function textToAnswer(message: UiMessage): string {
  if (message.parts.some(({ type }) => type === 'file'))
    throw new AppError(
      'invalid_request',
      'A chat message cannot carry files. Send its text alone; documents are uploaded by the route of the knowledge base.',
      [{ path: 'messages', message: 'the last message has a file part' }],
    );
  const text = textOf(message);
  if (text.trim() !== '') return text;
  throw new AppError(
    'invalid_request',
    'The last message has no text: send parts: [{"type": "text", "text": "…"}].',
    [{ path: 'messages', message: 'the last message has no text part' }],
  );
}

/** What was said before the last message. */
export function earlierMessages(messages: readonly UiMessage[]): HistoryMessage[] {
  return messages.slice(0, -1).flatMap((message) => {
    const { role } = message;
    if (role !== 'user' && role !== 'assistant') return [];
    return [{ role, content: textOf(message) }];
  });
}

function textOf({ parts }: UiMessage): string {
  return parts
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}
