import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../foundation/errors.js';
import { callerOf } from './caller.js';
import { ChatBody, toChatRequest } from './chat.model.js';
import { RunsService } from './runs.service.js';
import { writeSse } from './sse-writer.js';

/** The chat: one message in, a stream of events out (docs/protocol.md). */
@Controller('v1/agent')
export class ChatController {
  constructor(private readonly runs: RunsService) {}

  /** Answers with SSE; whatever is wrong with the request is a plain JSON error and starts nothing. */
  @Post('chat')
  async chat(
    @Body() body: ChatBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await this.runs.start(toChatRequest(body), callerOf(request.headers));
    reply.hijack();
    const gone = () => run.cancel(new AppError('cancelled', 'The client went away.'));
    await writeSse(reply.raw, run.events, gone);
  }
}
