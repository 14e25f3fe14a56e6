import {
  Body,
  Controller,
  Get,
  Inject,
  Put,
  Query,
  Headers,
  HttpCode,
  Post,
  Res,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { IsArray, IsOptional, IsString, Matches, IsUUID } from 'class-validator';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import { DEFAULT_KB, KB_ID, KB_ID_RULE } from '../../../knowledge/document.model.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { SynonymGroups } from '../../../language/words.js';
import { invalidField } from '../../../foundation/errors.js';
import {
  ROUTE_LIMITS,
  type RouteLimits,
  checkChatLimits,
  type ChatLimits,
} from '../../../agentapi/route-limits.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { StartsRun } from '../../../agentapi/refuse-early.js';
import { RunsService } from '../../../agentapi/runs/runs.service.js';
import { closeSignal } from '../../../agentapi/sse-writer.js';
import type { ChatRequest } from '../../../agentapi/chat.model.js';
import { formSentence } from '../../../agentapi/forms/forms.service.js';
import type { EventData } from '../../../agentloop/events.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { completedEvents } from '../../../agentapi/runs/run-reader.js';

class SynonymsQuery {
  @IsOptional()
  @Matches(KB_ID, { message: KB_ID_RULE })
  kb_id?: string;
}

class SynonymsBody extends SynonymsQuery {
  @IsArray({ message: 'groups must be a list of lists of words' })
  groups: unknown[];
}

function toGroups({ groups }: SynonymsBody): SynonymGroups {
  return groups.map((group, at) => {
    if (Array.isArray(group) && group.every((word) => typeof word === 'string')) return group;
    throw invalidField(`groups[${at}]`, 'must be a list of words');
  });
}

export const SEARCHED_KNOWLEDGE = Symbol('SEARCHED_KNOWLEDGE');

@Controller('v1/knowledge/synonyms')
export class SynonymsController {
  constructor(@Inject(SEARCHED_KNOWLEDGE) private readonly knowledge: Knowledge) {}

  @Get()
  async find(@Query() { kb_id = DEFAULT_KB }: SynonymsQuery, @By() { userId }: Caller) {
    return { kb_id, groups: await this.knowledge.synonyms.find(userId, kb_id) };
  }

  /** Replaces the list, and answers it as it is kept; the next search uses it. */
  @Put()
  async put(@Body() body: SynonymsBody, @By() { userId }: Caller) {
    const { kb_id = DEFAULT_KB } = body;
    return { kb_id, groups: await this.knowledge.synonyms.put(userId, kb_id, toGroups(body)) };
  }
}

class QueryBody {
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

/** The result of a run's `generate_response`, or a link to the form shown in its place; rejects with the run's own error. */
export async function collectAnswer(frames: AsyncIterable<string>): Promise<JsonObject> {
  let answer: JsonObject = {};
  let start: EventData['run_start'] | undefined;
  let complete: EventData['message_complete'] | undefined;
  for await (const event of completedEvents(frames)) {
    if (event.type === 'run_start') start = event.data;
    if (event.type === 'message_complete') complete = event.data;
    if (event.type === 'operation_form')
      answer = { answer: formSentence(event.data, start?.conversation_id ?? '') };
    if (event.type === 'tool_call_result') answer = acceptedIn(event.data) ?? answer;
  }
  const place = { session_id: start?.conversation_id, run_id: start?.run_id };
  return { ...answer, ...place, turns: complete?.turns, usage: complete?.usage };
}

function acceptedIn(result: EventData['tool_call_result']): JsonObject | undefined {
  const isFinal = result.name === 'generate_response' && !result.is_error;
  return isFinal && isObject(result.result) ? result.result : undefined;
}

/** The knowledge agent for programs: one question in, one JSON answer out (docs/knowledge.md). */
@Controller('api/chat')
export class QueryController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Runs as a chat does, with the same limits; a run that fails answers its error. */
  @StartsRun()
  @Post('query')
  @HttpCode(200)
  async query(
    @Body() body: QueryBody,
    @Headers('idempotency-key') key: string | undefined,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const chat = toKnowledgeRequest(body, this.limits.chat);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    const closed = closeSignal(reply.raw);
    return collectAnswer(await this.runs.follow(caller.userId, runId, 0, closed));
  }
}
