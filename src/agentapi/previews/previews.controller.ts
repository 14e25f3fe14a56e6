import { ExactNumbers } from '../../http/json-bodies.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '../../foundation/json.js';
import { systemClock } from '../../foundation/clock.js';
import { statusOf } from '../../http/error.filter.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { callerOf } from '../caller.js';
import { AcceptBody, errorIn, PreviewsQuery, RejectBody, toSummary } from './previews.model.js';
import { PreviewsService } from './previews.service.js';
import { Answers, page } from '../openapi/named-schema.js';
import { previewSummary, storedPreview } from '../openapi/schemas/previews.js';

@Controller('v1/agent/previews')
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Answers(page(previewSummary))
  @Get()
  async list(@Query() query: PreviewsQuery, @Req() request: FastifyRequest) {
    const { conversation_id: conversationId, ...filter } = query;
    const found = await this.previews.list(callerOf(request), { ...filter, conversationId });
    const items = found.items.map((preview) => toSummary(preview, systemClock()));
    return { items, total: found.total };
  }

  @Answers(storedPreview)
  @Get(':id')
  async find(@Param('id') id: string, @Req() request: FastifyRequest) {
    return this.previews.view(await this.previews.find(callerOf(request), id));
  }

  /** 200 and the accepted preview; any other end answers the error's status, and the preview beside it. */
  @Answers(storedPreview)
  @Post(':id/accept')
  @ExactNumbers()
  @HttpCode(200)
  async accept(
    @Param('id') id: string,
    @Body() body: AcceptBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const preview = await this.previews.accept(callerOf(request), id, body.payload);
    return answer(preview, this.previews.view(preview), reply);
  }

  @Answers(storedPreview)
  @Post(':id/reject')
  @HttpCode(200)
  async reject(@Param('id') id: string, @Body() body: RejectBody, @Req() request: FastifyRequest) {
    const preview = await this.previews.reject(callerOf(request), id, body.reason);
    return this.previews.view(preview);
  }
}

function answer(preview: StoredPreview, view: JsonObject, reply: FastifyReply) {
  const error = errorIn(preview);
  void reply.status(error === undefined ? 200 : statusOf(error.code));
  return error === undefined ? view : { error, preview: view };
}
