import { ArrayNotEmpty, IsArray, IsObject, ValidateNested } from 'class-validator';
import { AppError } from '../../../foundation/errors.js';
import { checkConversationLimits, type ChatLimits } from '../../../agentapi/chat-limits.js';
import { HistoryMessage, type ChatRequest } from '../../../agentapi/chat.model.js';
import { Type } from '../../../http/field-type.js';

/** The body of `POST /chat` and `POST /research`: a conversation whose last message is to be answered. */
export class ConversationBody {
  @ArrayNotEmpty({ message: 'messages must hold at least the message to answer' })
  @IsArray({ message: 'messages must be a list of {role, content}' })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: 'messages must be a list of {role, content}' })
  @ValidateNested({ each: true, message: 'must be {role, content}' })
  @Type(() => HistoryMessage)
  messages: HistoryMessage[];
}

/** The conversation as a chat request of an agent; rejects with `invalid_request` one without a question at its end, or past `limits`. */
export function toConversationRequest(
  { messages }: ConversationBody,
  contextType: string,
  limits: ChatLimits,
): ChatRequest {
  checkConversationLimits(messages, limits);
  const last = messages.at(-1);
  if (last?.role !== 'user') throw notAsked(messages, 'role', 'must be user: it is answered');
  if (last.content.trim() === '') throw notAsked(messages, 'content', 'must not be empty');
  return {
    message: last.content,
    contextType,
    requestContext: {},
    history: messages.slice(0, -1),
    conversationId: undefined,
  };
}

function notAsked({ length }: readonly unknown[], field: string, rule: string): AppError {
  const path = `messages[${length - 1}].${field}`;
  const message = `${path} ${rule}`;
  return new AppError(
    'invalid_request',
    `The ${field} of the last message ${rule}. Send the conversation with the user's newest message last.`,
    [{ path, message }],
  );
}
