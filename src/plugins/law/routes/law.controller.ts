import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { callerOf } from '../../../agentapi/caller.js';
import { ROUTE_LIMITS, type RouteLimits } from '../../../agentapi/route-limits.js';
import { StartsRun } from '../../../agentapi/refuse-early.js';
import { RunsService } from '../../../agentapi/runs.service.js';
import { closeSignal } from '../../../agentapi/sse-writer.js';
import { collectReply, type Reply } from './collect-reply.js';
import { ConversationBody, toConversationRequest } from './law.model.js';

/** The law agents for programs: a conversation in, one JSON answer out (docs/knowledge.md). */
@Controller()
export class LawController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Answers a conversation from the knowledge graph and the user's own documents and cases. */
  @StartsRun()
  @Post('chat')
  @HttpCode(200)
  async chat(
    @Body() body: ConversationBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Pick<Reply, 'reply'>> {
    const { reply: text } = await this.answer('law', body, key, request, reply);
    return { reply: text };
  }

  /** Writes a research memo, and answers what it was written from. */
  @StartsRun()
  @Post('research')
  @HttpCode(200)
  research(
    @Body() body: ConversationBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Reply> {
    return this.answer('law_research', body, key, request, reply);
  }

  /** Runs as a chat does, with the same limits; a run that fails answers its error. */
  private async answer(
    contextType: string,
    body: ConversationBody,
    key: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Reply> {
    const caller = callerOf(request);
    const chat = toConversationRequest(body, contextType, this.limits.chat);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    const closed = closeSignal(reply.raw);
    return collectReply(await this.runs.follow(caller.userId, runId, 0, closed));
  }
}
