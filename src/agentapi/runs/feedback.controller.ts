import { Body, Controller, Delete, HttpCode, Param, Put, Req } from '@nestjs/common';
import { IsIn } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { RunFeedbackStore, type Rating } from '../../store/run-feedback.store.js';
import { callerOf } from '../caller.js';
import { RunsService } from '../runs.service.js';

/** The body of `PUT /v1/agent/runs/:id/feedback`. */
export class FeedbackBody {
  @IsIn(['up', 'down'], { message: 'rating must be "up" or "down"' })
  rating: Rating;
}

/** What the user of a run says of its answer (docs/routes.md). */
@Controller('v1/agent/runs/:id/feedback')
export class FeedbackController {
  constructor(
    private readonly runs: RunsService,
    private readonly feedback: RunFeedbackStore,
  ) {}

  /** 204; 409 while it is being answered. */
  @Put()
  @HttpCode(204)
  async rate(
    @Param('id') id: string,
    @Body() { rating }: FeedbackBody,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const { userId } = callerOf(request);
    const { state } = await this.runs.state(userId, id);
    if (state === 'running')
      throw new AppError(
        'conflict',
        `The run ${id} is still being answered. Rate its answer once it has ended.`,
      );
    await this.feedback.rate(userId, id, rating, new Date());
  }

  /** 204, whether there was one or not. */
  @Delete()
  @HttpCode(204)
  async takeBack(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { userId } = callerOf(request);
    await this.runs.state(userId, id);
    await this.feedback.takeBack(userId, id, new Date());
  }
}
