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
} from 'class-validator';
import { invalidRequest } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { FirstCall } from '../agentloop/run.js';
import { ListOf } from '../http/body-fields.js';
import { isImageType } from '../foundation/image-type.js';
import { MAX_ATTACHMENTS, type UserFile, type UserFiles } from '../foundation/user-files.js';
import { checkChatLimits, type ChatLimits } from './route-limits.js';

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
  @ListOf(() => HistoryMessage, 'history', '{role, content}')
  history?: HistoryMessage[];

  @IsOptional()
  @IsUUID('all', { message: 'conversation_id must be a UUID' })
  conversation_id?: string;

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
  attachments?: readonly string[];
}

/** The body as the server's own type; rejects with `invalid_request` what is longer than `limits` allow. */
export function toChatRequest(body: ChatBody, limits: ChatLimits): ChatRequest {
  checkChatLimits(body, limits);
  if (body.after_run_id !== undefined && body.conversation_id === undefined)
    throw invalidRequest('after_run_id needs the conversation_id of its run.');
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

/** What the run is told of each attachment; `not_found` for another's, `conflict` where it cannot be searched. */
export type FindAttachments = (
  userId: string,
  ids: readonly string[],
) => Promise<readonly JsonObject[]>;

/** The page's context with what the message takes along under `attachments`. */
export async function withAttachments(
  context: JsonObject,
  { ids, userId, find }: { ids: readonly string[]; userId: string; find?: FindAttachments },
): Promise<JsonObject> {
  if (ids.length === 0) return context;
  if (find === undefined)
    throw invalidRequest('This server has nothing that takes attachments.', [
      { path: 'attachments', message: 'must be left out' },
    ]);
  const found = await find(userId, ids);
  // A file that is not read is nothing to search: it is there for the model to see, or for a tool to send.
  const files = found.filter(({ kind }) => kind === 'file');
  const attachments = found.filter(({ kind }) => kind !== 'file');
  return {
    ...context,
    ...(attachments.length > 0 && { attachments }),
    ...(files.length > 0 && { files }),
  };
}

/** Of what a message takes along, the images. */
export async function imagesAmong(
  ids: readonly string[],
  userId: string,
  files: UserFiles | undefined,
): Promise<UserFile[]> {
  if (files === undefined) return [];
  const found = await Promise.all(ids.map((id) => files.find(userId, id)));
  return found.filter(({ contentType }) => isImageType(contentType));
}
