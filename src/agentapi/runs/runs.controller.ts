import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerEvents } from '../answer-events.js';
import { callerOf } from '../caller.js';
import type { StoredRun } from '../../store/run-log/run-log.model.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from '../runs.service.js';
import { closeSignal } from '../sse-writer.js';
import { toWireRun, type WireRun } from './wire-run.js';
import { Answers } from '../openapi/named-schema.js';
import { run } from '../openapi/schemas/chats.js';
import { eventStream } from '../openapi/schemas/events.js';

/** A caller's runs: read again or on, looked at, cancelled (docs/protocol.md). */
@Controller('v1/agent/runs/:id')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Streams what comes after `Last-Event-ID` or, without it, `?after=`. */
  @Answers(eventStream)
  @Get('events')
  events(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return answerEvents(request, reply, this.limits.sse, (userId, after, closed) =>
      this.runs.follow(userId, id, after, closed),
    );
  }

  @Answers(run)
  @Get()
  async state(@Param('id') id: string, @Req() request: FastifyRequest): Promise<WireRun> {
    return this.toWire(await this.runs.state(callerOf(request).userId, id));
  }

  /** Answers when the run has stopped, with its final state. */
  @Answers(run)
  @Post('cancel')
  @HttpCode(200)
  async cancel(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WireRun> {
    const { userId } = callerOf(request);
    return this.toWire(await this.runs.cancel(userId, id, closeSignal(reply.raw)));
  }

  private async toWire(run: StoredRun): Promise<WireRun> {
    return toWireRun(run, await this.runs.calls(run));
  }
}
