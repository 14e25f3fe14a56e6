import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  ValidateNested,
} from 'class-validator';
import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { FirstCall } from '../agentloop/run.js';
import { MAX_ATTACHMENTS } from './attachments.js';
import { checkChatLimits, type ChatLimits } from './chat-limits.js';
import { Type } from '../http/field-type.js';

/** One earlier message, as a page keeps it. */
export class HistoryMessage {
  @IsIn(['user', 'assistant'], { message: 'role must be user or assistant' })
  role: 'user' | 'assistant';

  @IsString({ message: 'content must be a text' })
  content: string;
}

/** The body of `POST /v1/agent/chat`; how long it may be is for {@link checkChatLimits} to say. */
export class ChatBody {
  @Matches(/\S/, { message: 'message must not be empty' })
  @IsString({ message: 'message must be a text' })
  message: string;

  @IsOptional()
  @IsString({ message: 'context_type must be a text such as workflow or tables, or left out' })
  context_type?: string;

  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: JsonObject;

  @IsOptional()
  @IsArray({ message: 'history must be a list of {role, content}' })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: 'history must be a list of {role, content}' })
  @ValidateNested({ each: true, message: 'must be {role, content}' })
  @Type(() => HistoryMessage)
  history?: HistoryMessage[];

  @IsOptional()
  @IsUUID('all', { message: 'conversation_id must be a UUID' })
  conversation_id?: string;

  /** The run that the message is said after, a zero id for the beginning; left out, the newest. */
  @IsOptional()
  @IsUUID('all', { message: 'after_run_id must be the id of a run of the conversation, or zero' })
  after_run_id?: string;

  /** Documents that the message is about, by their ids: searched first, and what "this document" means. */
  @IsOptional()
  @ArrayUnique({ message: 'attachments must name each document once' })
  @ArrayMaxSize(MAX_ATTACHMENTS, { message: `attachments must be at most ${MAX_ATTACHMENTS}` })
  @IsUUID('all', { each: true, message: 'attachments must be ids of documents' })
  @IsArray({ message: 'attachments must be a list of ids of documents' })
  attachments?: string[];
}

export interface ChatRequest {
  message: string;
  /** `auto` or absent: the server finds out who answers. */
  contextType: string | undefined;
  requestContext: JsonObject;
  history: HistoryMessage[];
  conversationId: string | undefined;
  /** The run that the message is said after: another one than the newest begins a branch; a zero id is the beginning. */
  afterRunId?: string | undefined;
  /** The message was answered before, and is to be answered again as if it had not been: a version beside the one before. */
  regenerate?: boolean;
  /** The user filled in a form, or wants a preview again: the run begins with exactly this call. */
  firstCall?: FirstCall;
  /** The ids of what the message takes along. */
  attachments?: readonly string[];
}

/** The body as the server's own type; rejects with `invalid_request` what is longer than `limits` allow. */
export function toChatRequest(body: ChatBody, limits: ChatLimits): ChatRequest {
  checkChatLimits(body, limits);
  if (body.after_run_id !== undefined && body.conversation_id === undefined)
    throw new AppError('invalid_request', 'after_run_id needs the conversation_id of its run.');
  return {
    message: body.message,
    contextType: body.context_type,
    requestContext: body.context ?? {},
    history: body.history ?? [],
    // As the database writes it: what a conversation has pending is kept under the id as a text.
    conversationId: body.conversation_id?.toLowerCase(),
    afterRunId: body.after_run_id?.toLowerCase(),
    attachments: body.attachments?.length
      ? body.attachments.map((id) => id.toLowerCase())
      : undefined,
  };
}
