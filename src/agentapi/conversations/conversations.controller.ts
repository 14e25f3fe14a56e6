import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { PgConversationViewStore } from '../../store/conversation-views.store.js';
import { callerOf } from '../caller.js';
import {
  ConversationsQuery,
  TitleBody,
  titleOf,
  wordsOf,
  toWireConversation,
  toWireSummary,
} from './conversations.model.js';
import { Answers, page } from '../openapi/named-schema.js';
import { conversation, conversationSummary } from '../openapi/schemas/chats.js';

/** A user's earlier conversations (docs/routes.md). */
@Controller('v1/agent/conversations')
export class ConversationsController {
  constructor(private readonly conversations: PgConversationViewStore) {}

  @Answers(page(conversationSummary))
  @Get()
  async list(@Query() query: ConversationsQuery, @Req() request: FastifyRequest) {
    const { limit, before, before_id: beforeId, q } = query;
    const page = { limit, before, beforeId, words: wordsOf(q) };
    const { items, total } = await this.conversations.list(callerOf(request).userId, page);
    return { items: items.map(toWireSummary), total };
  }

  @Answers(conversation)
  @Get(':id')
  async find(@Param('id') id: string, @Req() request: FastifyRequest) {
    const view = await this.conversations.find(callerOf(request).userId, id);
    if (view === undefined) throw unknownConversation(id);
    return toWireConversation(view);
  }

  /** 204. */
  @Put(':id/title')
  @HttpCode(204)
  async rename(
    @Param('id') id: string,
    @Body() { title }: TitleBody,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const named = titleOf(title) || undefined;
    const renamed = await this.conversations.rename(callerOf(request).userId, id, named);
    if (!renamed) throw unknownConversation(id);
  }

  /** 204; 409 while it is being answered. */
  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const deleted = await this.conversations.delete(callerOf(request).userId, id);
    if (!deleted) throw unknownConversation(id);
  }
}

function unknownConversation(id: string): AppError {
  return new AppError(
    'not_found',
    `There is no conversation ${id.slice(0, 80)}. GET /v1/agent/conversations lists those there are.`,
  );
}
