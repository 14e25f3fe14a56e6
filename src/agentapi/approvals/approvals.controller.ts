import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller.js';
import { PageQuery } from '../page-query.js';
import { RejectBody } from '../previews/previews.model.js';
import { ApprovalsService } from './approvals.service.js';

/** The body of `POST /v1/agent/approvals/:id/approve`: none of its own. */
export class ApproveBody {}

/** Changes of others that wait for a user with a role (docs/previews.md). */
@Controller('v1/agent/approvals')
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  async list(@Query() page: PageQuery, @Req() request: FastifyRequest) {
    return this.approvals.list(callerOf(request), page);
  }

  @Get(':id')
  async find(@Param('id') id: string, @Req() request: FastifyRequest) {
    return this.approvals.find(callerOf(request), id);
  }

  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @Param('id') id: string,
    @Body() _body: ApproveBody,
    @Req() request: FastifyRequest,
  ) {
    return this.approvals.approve(callerOf(request), id);
  }

  @Post(':id/reject')
  @HttpCode(200)
  async reject(@Param('id') id: string, @Body() body: RejectBody, @Req() request: FastifyRequest) {
    return this.approvals.reject(callerOf(request), id, body.reason);
  }
}
