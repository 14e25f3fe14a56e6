import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKey } from '../foundation/idempotency.js';
import { ExactNumbers } from '../http/json-bodies.js';
import { callerOf } from './caller.js';
import { ChatBody, toChatRequest } from './chat.model.js';
import { Answers } from './openapi/named-schema.js';
import { eventStream } from './openapi/schemas/chats.js';
import { StartsRun } from './refuse-early.js';
import { ROUTE_LIMITS, type RouteLimits } from './route-limits.js';
import { RunsService } from './runs/runs.service.js';
import { answerFrames } from './sse-writer.js';

@Controller('v1/agent')
export class ChatController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Answers with SSE; whatever is wrong with the request is a plain JSON error and starts nothing. */
  @Answers(eventStream)
  @StartsRun()
  @Post('chat')
  @ExactNumbers()
  @HttpCode(200)
  async chat(
    @Body() body: ChatBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const chat = toChatRequest(body, this.limits.chat);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    await answerFrames(reply, this.limits.sse, (closed) =>
      this.runs.follow(caller.userId, runId, 0, closed),
    );
  }
}
