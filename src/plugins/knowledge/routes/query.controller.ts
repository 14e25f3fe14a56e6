import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../agentapi/caller.js';
import { ROUTE_LIMITS, type RouteLimits } from '../../../agentapi/route-limits.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { StartsRun } from '../../../agentapi/refuse-early.js';
import { RunsService } from '../../../agentapi/runs.service.js';
import { closeSignal } from '../../../agentapi/sse-writer.js';
import { collectAnswer } from './collect-answer.js';
import { QueryBody, toKnowledgeRequest } from './query.model.js';

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
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const caller = callerOf(request);
    const chat = toKnowledgeRequest(body, this.limits.chat);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    const closed = closeSignal(reply.raw);
    return collectAnswer(await this.runs.follow(caller.userId, runId, 0, closed));
  }
}
