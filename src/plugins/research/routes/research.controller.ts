import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import type { JsonObject } from '../../../foundation/json.js';
import { ResearchService } from '../research.service.js';
import { renderHtml, renderMarkdown, REPORT_POLICY } from '../sources/render-report.js';
import { answerEvents } from '../../../agentapi/sse-writer.js';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import { NeedsRoom } from '../../../agentapi/refuse-early.js';
import { ROUTE_LIMITS, type RouteLimits } from '../../../agentapi/route-limits.js';
import { Answers, page } from '../../../agentapi/openapi/named-schema.js';
import { eventStream } from '../../../agentapi/openapi/schemas/chats.js';
import { AppError } from '../../../foundation/errors.js';
import { readRun, type ReaderDeps } from '../../../agentapi/runs/run-reader.js';
import {
  NewResearchBody,
  PlanBody,
  ReplyBody,
  ResearchQuery,
  toNewResearch,
  research,
  researchSummary,
  toWireResearch,
  toWireSummary,
} from './research.model.js';

interface StreamDeps extends Omit<ReaderDeps, 'graceMs'> {
  service: Pick<ResearchService, 'find'>;
}

/** The events of researches, read as those of runs are. Nobody needs to read for a research to continue. */
export class ResearchStreams {
  constructor(private readonly deps: StreamDeps) {}

  /** The frames after event `after` to the terminal one; rejects with `not_found` or `run_gone`. */
  async follow(
    userId: string,
    id: string,
    after: number,
    closed: AbortSignal,
  ): Promise<AsyncIterable<string>> {
    await this.deps.service.find(userId, id);
    const { lastSeq, batches } = await this.deps.log.read(id, after);
    const next = batches[0]?.first ?? lastSeq + 1;
    if (after > lastSeq || next > after + 1)
      throw new AppError(
        'run_gone',
        `These events of the research are not there: deleted after their time, or after its last one. GET /v1/research/${id} has all that is known of it.`,
      );
    return readRun(id, after, undefined, this.deps, closed);
  }
}

@Controller('v1/research')
export class ResearchController {
  constructor(
    private readonly research: ResearchService,
    private readonly streams: ResearchStreams,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** 202: it has started, and continues by itself until it asks; with a key that came before, it is the one of then. */
  @Answers(research)
  @NeedsRoom(ResearchService)
  @Post()
  @HttpCode(202)
  async begin(
    @Body() body: NewResearchBody,
    @Headers('idempotency-key') key: string | undefined,
    @By() { userId }: Caller,
  ): Promise<JsonObject> {
    return toWireResearch(
      await this.research.begin(userId, toNewResearch(body), idempotencyKey(key)),
    );
  }

  @Answers(page(researchSummary))
  @Get()
  async list(@Query() query: ResearchQuery, @By() { userId }: Caller) {
    const { items, total } = await this.research.list(userId, query);
    return { items: items.map(toWireSummary), total };
  }

  @Answers(research)
  @Get(':id')
  async find(@Param('id') id: string, @By() { userId }: Caller): Promise<JsonObject> {
    return toWireResearch(await this.research.find(userId, id));
  }

  /** Streams what comes after `Last-Event-ID` or, without it, `?after=`. */
  @Answers(eventStream)
  @Get(':id/events')
  events(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return answerEvents(request, reply, this.limits.sse, (userId, after, closed) =>
      this.streams.follow(userId, id, after, closed),
    );
  }

  @Answers(research)
  @Post(':id/reply')
  @HttpCode(202)
  async reply(
    @Param('id') id: string,
    @Body() { text, checkpoint_id }: ReplyBody,
    @By() { userId }: Caller,
  ): Promise<JsonObject> {
    return toWireResearch(await this.research.reply(userId, id, text, checkpoint_id));
  }

  /** The plan as it is to be; nothing runs before it is approved. */
  @Answers(research)
  @Post(':id/plan')
  @HttpCode(202)
  async plan(
    @Param('id') id: string,
    @Body() body: PlanBody,
    @By() { userId }: Caller,
  ): Promise<JsonObject> {
    return toWireResearch(await this.research.plan(userId, id, body, body.checkpoint_id));
  }

  @Answers(research)
  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string, @By() { userId }: Caller): Promise<JsonObject> {
    return toWireResearch(await this.research.cancel(userId, id));
  }

  @Get(':id/report.md')
  async markdown(
    @Param('id') id: string,
    @By() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const report = await this.research.report(userId, id);
    void reply.header('content-type', 'text/markdown; charset=utf-8');
    void reply.header('content-disposition', `inline; filename="research-${id}.md"`);
    return renderMarkdown(report);
  }

  @Get(':id/report.html')
  async html(
    @Param('id') id: string,
    @By() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const report = await this.research.report(userId, id);
    void reply.header('content-type', 'text/html; charset=utf-8');
    void reply.header('content-security-policy', REPORT_POLICY);
    void reply.header('content-disposition', `inline; filename="research-${id}.html"`);
    return renderHtml(report);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    await this.research.remove(userId, id);
  }
}
