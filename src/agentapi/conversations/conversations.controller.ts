import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { IsISO8601, IsOptional, IsUUID, Matches, ValidateIf } from 'class-validator';
import { type AppError, notFound } from '../../foundation/errors.js';
import {
  PgConversationViewStore,
  type ConversationSummary,
  type MessageOfRun,
  type RunOfConversation,
} from '../../store/conversation-views.store.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { Answers, page } from '../openapi/named-schema.js';
import { conversation, conversationSummary } from '../openapi/schemas/chats.js';
import { jsonOrText } from '../../foundation/exact-json.js';
import { firstChars } from '../../foundation/text.js';
import type { JsonObject } from '../../foundation/json.js';
import { withoutNotes } from '../../foundation/user-messages.js';
import type { LlmMessage } from '../../llm/types.js';
import { AnyText } from '../../http/body-fields.js';
import { PageLimit } from '../page-query.js';

const BEFORE_MESSAGE = 'before must be the updated_at of the last conversation you have';

class ConversationsQuery {
  @PageLimit(100)
  limit: number = 30;

  /** Also asked for where only `before_id` came. */
  @ValidateIf(
    ({ before, before_id }: ConversationsQuery) => before !== undefined || before_id !== undefined,
  )
  @Matches(/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/, { message: BEFORE_MESSAGE })
  @IsISO8601({ strict: true }, { message: BEFORE_MESSAGE })
  before?: string;

  /** The `id` of the same conversation: tells apart those of one microsecond. */
  @IsOptional()
  @IsUUID('all', { message: 'before_id must be the id of the last conversation you have' })
  before_id?: string;

  /** Only those with a text that has all of these words; not page by page. */
  @IsOptional()
  @AnyText('q', 200)
  q?: string;
}

/** What is searched for: each word has to be in the same text. */
export function wordsOf(search = ''): string[] {
  return [...new Set(search.split(/\s+/).filter(Boolean))];
}

const MAX_TITLE = 80;

/** The body of `PUT /v1/agent/conversations/:id/title`; an empty title is the first message again. */
class TitleBody {
  @AnyText('title', MAX_TITLE)
  title: string;
}

/** A message as a title: one line, cut at a word where there is one. */
export function titleOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_TITLE) return line;
  const cut = firstChars(line, MAX_TITLE - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_TITLE / 2 ? cut.slice(0, space) : cut}…`;
}

export function toWireSummary(summary: ConversationSummary) {
  const { id, title, firstMessage, contextType, updatedAt, runningRunId, lastRunId, found } =
    summary;
  return {
    id,
    title: title ?? titleOf(firstMessage),
    context_type: contextType,
    updated_at: updatedAt,
    running_run_id: runningRunId,
    last_run_id: lastRunId,
    found,
  };
}

function toWireRun(run: RunOfConversation) {
  return {
    run_id: run.id,
    state: run.state,
    message: run.message,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    events_available: run.eventsAvailable,
    after_run_id: run.afterRunId,
    rating: run.rating,
  };
}

/** A stored message in the words of the events: calls with their input, results as JSON. */
function toWireMessage({ runId, message }: MessageOfRun): JsonObject {
  const said = message as unknown as LlmMessage;
  const common = { run_id: runId, role: said.role };
  if (said.role === 'user') return { ...common, content: withoutNotes(said.content) };
  if (said.role === 'tool') {
    const { toolCallId, name, isError, content } = said;
    const result = jsonOrText(content);
    return { ...common, tool_use_id: toolCallId, name, is_error: isError, result };
  }
  const calls = (said.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
    tool_use_id: id,
    name,
    input,
  }));
  return {
    ...common,
    content: said.content,
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

@Controller('v1/agent/conversations')
export class ConversationsController {
  constructor(private readonly conversations: PgConversationViewStore) {}

  @Answers(page(conversationSummary))
  @Get()
  async list(@Query() query: ConversationsQuery, @By() { userId }: Caller) {
    const { limit, before, before_id: beforeId, q } = query;
    const page = { limit, before, beforeId, words: wordsOf(q) };
    const { items, total } = await this.conversations.list(userId, page);
    return { items: items.map(toWireSummary), total };
  }

  @Answers(conversation)
  @Get(':id')
  async find(@Param('id') id: string, @By() { userId }: Caller) {
    const view = await this.conversations.find(userId, id);
    if (view === undefined) throw unknownConversation(id);
    return {
      ...toWireSummary(view),
      runs: view.runs.map(toWireRun),
      messages: view.messages.map(toWireMessage),
    };
  }

  @Put(':id/title')
  @HttpCode(204)
  async rename(@Param('id') id: string, @Body() { title }: TitleBody, @By() { userId }: Caller) {
    const named = titleOf(title) || undefined;
    if (!(await this.conversations.rename(userId, id, named))) throw unknownConversation(id);
  }

  /** 204; 409 while it is being answered. */
  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    if (!(await this.conversations.delete(userId, id))) throw unknownConversation(id);
  }
}

function unknownConversation(id: string): AppError {
  return notFound(
    `There is no conversation ${id.slice(0, 80)}. GET /v1/agent/conversations lists those there are.`,
  );
}
