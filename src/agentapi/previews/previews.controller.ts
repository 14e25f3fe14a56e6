import { ExactNumbers } from '../../http/json-bodies.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '../../foundation/json.js';
import { systemClock } from '../../foundation/clock.js';
import { statusOf } from '../../http/error.filter.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { AcceptBody, errorIn, PreviewsQuery, RejectBody, toSummary } from './previews.model.js';
import { PreviewsService } from './previews.service.js';
import { Answers, page } from '../openapi/named-schema.js';
import { previewSummary, storedPreview } from '../openapi/schemas/previews.js';

@Controller('v1/agent/previews')
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Answers(page(previewSummary))
  @Get()
  async list(@Query() query: PreviewsQuery, @By() caller: Caller) {
    const { conversation_id: conversationId, ...filter } = query;
    const found = await this.previews.list(caller, { ...filter, conversationId });
    const items = found.items.map((preview) => toSummary(preview, systemClock()));
    return { items, total: found.total };
  }

  @Answers(storedPreview)
  @Get(':id')
  async find(@Param('id') id: string, @By() caller: Caller) {
    return this.previews.view(await this.previews.find(caller, id));
  }

  /** 200 and the accepted preview; any other end answers the error's status, and the preview beside it. */
  @Answers(storedPreview)
  @Post(':id/accept')
  @ExactNumbers()
  @HttpCode(200)
  async accept(
    @Param('id') id: string,
    @Body() body: AcceptBody,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const preview = await this.previews.accept(caller, id, body.payload);
    return answer(preview, this.previews.view(preview, body.with_secrets), reply);
  }

  @Answers(storedPreview)
  @Post(':id/reject')
  @HttpCode(200)
  async reject(@Param('id') id: string, @Body() body: RejectBody, @By() caller: Caller) {
    const preview = await this.previews.reject(caller, id, body.reason);
    return this.previews.view(preview);
  }
}

function answer(preview: StoredPreview, view: JsonObject, reply: FastifyReply) {
  const error = errorIn(preview);
  void reply.status(error === undefined ? 200 : statusOf(error.code));
  return error === undefined ? view : { error, preview: view };
}
