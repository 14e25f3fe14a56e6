import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../foundation/json.js';

/** The longest message in characters. */
export const MAX_MESSAGE = 32_000;
/** The most earlier messages a request may carry. */
export const MAX_HISTORY = 200;

/** One earlier message, as a page keeps it. */
export class HistoryMessage {
  @IsIn(['user', 'assistant'], { message: 'role must be user or assistant' })
  role: 'user' | 'assistant';

  @MaxLength(MAX_MESSAGE, { message: `content must be at most ${MAX_MESSAGE} characters` })
  @IsString({ message: 'content must be a text' })
  content: string;
}

/** The body of `POST /v1/agent/chat`. */
export class ChatBody {
  @MaxLength(MAX_MESSAGE, { message: `message must be at most ${MAX_MESSAGE} characters` })
  @Matches(/\S/, { message: 'message must not be empty' })
  @IsString({ message: 'message must be a text' })
  message: string;

  @IsString({ message: 'context_type must be a text such as workflow or tables' })
  context_type: string;

  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: JsonObject;

  @IsOptional()
  @IsArray({ message: 'history must be a list of {role, content}' })
  @ArrayMaxSize(MAX_HISTORY, { message: `history must hold at most ${MAX_HISTORY} messages` })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: 'history must be a list of {role, content}' })
  @ValidateNested({ each: true, message: 'must be {role, content}' })
  @Type(() => HistoryMessage)
  history?: HistoryMessage[];

  @IsOptional()
  @IsUUID('all', { message: 'conversation_id must be a UUID' })
  conversation_id?: string;
}

/** A chat request inside the server. */
export interface ChatRequest {
  message: string;
  contextType: string;
  requestContext: JsonObject;
  history: HistoryMessage[];
  conversationId: string | undefined;
}

/** The body as the server's own type. */
export function toChatRequest(body: ChatBody): ChatRequest {
  return {
    message: body.message,
    contextType: body.context_type,
    requestContext: body.context ?? {},
    history: body.history ?? [],
    conversationId: body.conversation_id,
  };
}
