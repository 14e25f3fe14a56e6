import {
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
  Body,
  Delete,
  Put,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IsIn } from 'class-validator';
import type { StoredRun } from '../../store/run-log/run-log.model.js';
import { answerEvents, closeSignal } from '../sse-writer.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from './runs.service.js';
import { Answers } from '../openapi/named-schema.js';
import { run, eventStream } from '../openapi/schemas/chats.js';
import { conflict } from '../../foundation/errors.js';
import { RunFeedbackStore, type Rating } from '../../store/conversation-views.store.js';

@Controller('v1/agent/runs/:id')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Streams what comes after `Last-Event-ID` or, without it, `?after=`. */
  @Answers(eventStream)
  @Get('events')
  events(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return answerEvents(request, reply, this.limits.sse, (userId, after, closed) =>
      this.runs.follow(userId, id, after, closed),
    );
  }

  @Answers(run)
  @Get()
  async state(@Param('id') id: string, @By() { userId }: Caller) {
    return this.toWire(await this.runs.state(userId, id));
  }

  @Answers(run)
  @Post('cancel')
  @HttpCode(200)
  async cancel(
    @Param('id') id: string,
    @By() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.toWire(await this.runs.cancel(userId, id, closeSignal(reply.raw)));
  }

  private async toWire(run: StoredRun) {
    const calls = await this.runs.calls(run);
    return {
      run_id: run.id,
      conversation_id: run.conversationId,
      context_type: run.contextType,
      state: run.state,
      last_event_id: run.lastSeq,
      cancel_requested: run.cancelRequested,
      started_at: run.createdAt.toISOString(),
      ended_at: run.endedAt?.toISOString() ?? null,
      tool_calls: calls.map(({ id, ...call }) => ({ tool_use_id: id, ...call })),
    };
  }
}

class FeedbackBody {
  @IsIn(['up', 'down'], { message: 'rating must be "up" or "down"' })
  rating: Rating;
}

@Controller('v1/agent/runs/:id/feedback')
export class FeedbackController {
  constructor(
    private readonly runs: RunsService,
    private readonly feedback: RunFeedbackStore,
  ) {}

  /** 204; 409 while it is being answered. */
  @Put()
  @HttpCode(204)
  async rate(@Param('id') id: string, @Body() { rating }: FeedbackBody, @By() { userId }: Caller) {
    const { state } = await this.runs.state(userId, id);
    if (state === 'running')
      throw conflict(`The run ${id} is still being answered. Rate its answer once it has ended.`);
    await this.feedback.rate(userId, id, rating, new Date());
  }

  @Delete()
  @HttpCode(204)
  async takeBack(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    await this.runs.state(userId, id);
    await this.feedback.takeBack(userId, id, new Date());
  }
}
