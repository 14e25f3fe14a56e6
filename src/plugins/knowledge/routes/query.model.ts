import { IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import type { ChatRequest } from '../../../agentapi/chat.model.js';
import { checkChatLimits, type ChatLimits } from '../../../agentapi/route-limits.js';

/** The body of `POST /api/chat/query`. */
export class QueryBody {
  @Matches(/\S/, { message: 'query must not be empty' })
  @IsString({ message: 'query must be a text' })
  query: string;

  @IsOptional()
  @IsUUID('all', { message: 'session_id must be a UUID' })
  session_id?: string;
}

/** The question as a chat request of the knowledge agent; a session is a conversation. */
export function toKnowledgeRequest(body: QueryBody, limits: ChatLimits): ChatRequest {
  checkChatLimits({ message: body.query }, limits);
  return {
    message: body.query,
    contextType: 'knowledge',
    requestContext: {},
    history: [],
    // As in a chat: an id has one spelling.
    conversationId: body.session_id?.toLowerCase(),
  };
}
