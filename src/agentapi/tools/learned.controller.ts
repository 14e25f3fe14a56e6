import { Controller, Delete, Get, Inject, Query, Req } from '@nestjs/common';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller.js';
import { OPERATOR_RULE, requireOperator, type OperatorRule } from '../operator.js';

export interface Learned {
  countOf(userId: string): number;
  /** Forgets what was learned from a user, or from all; answers how many examples that were. */
  forget(userId?: string): Promise<number>;
}

/** Injection token of the server's {@link Learned}. */
export const LEARNED = Symbol('LEARNED');

/** Whose examples are meant: the caller's own where nothing is said. */
export class LearnedQuery {
  @IsOptional()
  @IsIn(['all'])
  of?: 'all';
}

/** What the ranking of tools has learned from a user's messages (docs/selection.md). */
@Controller('v1/agent/learned')
export class LearnedController {
  constructor(
    @Inject(LEARNED) private readonly learned: Learned,
    @Inject(OPERATOR_RULE) private readonly operators: OperatorRule,
  ) {}

  @Get()
  count(@Req() request: FastifyRequest) {
    return { examples: this.learned.countOf(callerOf(request).userId) };
  }

  /** One's own are anybody's to delete, those of all an operator's. */
  @Delete()
  async forget(@Query() { of }: LearnedQuery, @Req() request: FastifyRequest) {
    if (of === 'all')
      requireOperator(request, this.operators, 'Deleting what was learned from all');
    const { userId } = callerOf(request);
    return { deleted: await this.learned.forget(of === 'all' ? undefined : userId) };
  }
}
