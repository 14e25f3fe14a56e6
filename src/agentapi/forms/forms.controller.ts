import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { IsObject, IsOptional, IsString, IsUUID, Length } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExactNumbers } from '../../http/json-bodies.js';
import { idempotencyKey } from '../../foundation/idempotency.js';
import type { JsonObject } from '../../foundation/json.js';
import { answerFrames } from '../sse-writer.js';
import { callerOf, By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { Answers, time, uuid, named } from '../openapi/named-schema.js';
import { eventStream } from '../openapi/schemas/chats.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from '../runs/runs.service.js';
import { StartsRun } from '../refuse-early.js';
import { Questions } from '../../agenttools/questions/questions.js';
import { FormsService } from './forms.service.js';

export class SendFormBody {
  @IsString({ message: 'tool must be the name of one of the operations of the form' })
  @Length(1, 64, { message: 'tool must be the name of one of the operations of the form' })
  tool!: string;

  @IsObject({ message: 'arguments must be an object: the values of the form' })
  arguments!: JsonObject;

  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: JsonObject;

  @IsOptional()
  @IsUUID('all', { message: 'after_run_id must be the id of a run of the conversation, or zero' })
  after_run_id?: string;
}

const shownForm = named(
  'OperationFormState',
  { form_id: uuid, expires_at: time },
  { sent_at: time },
);

@Controller('v1/agent/forms')
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Until when it can be sent, and when it was sent last. */
  @Answers(shownForm)
  @Get(':id')
  async find(@Param('id') id: string, @By() { userId }: Caller) {
    const form = await this.forms.find(userId, id);
    return {
      form_id: form.id,
      expires_at: form.expiresAt.toISOString(),
      sent_at: form.sentAt?.toISOString(),
    };
  }

  /** Answers with the events of the run that begins with the form's call, as a chat does. */
  @Answers(eventStream)
  @Post(':id')
  @StartsRun()
  @ExactNumbers()
  @HttpCode(200)
  async send(
    @Param('id') id: string,
    @Body() { tool, arguments: input, context = {}, after_run_id: after }: SendFormBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const sent = { id, tool, arguments: input, requestContext: context };
    const chat = await this.forms.toChat(caller.userId, sent);
    const runId = await this.runs.start(
      { ...chat, afterRunId: after?.toLowerCase() },
      caller,
      idempotencyKey(key),
    );
    await this.forms.markSent(caller.userId, id);
    await answerFrames(reply, this.limits.sse, (closed) =>
      this.runs.follow(caller.userId, runId, 0, closed),
    );
  }
}

class AnswerBody {
  @IsOptional()
  @IsObject({ message: 'content must be an object: the values of the form by field name' })
  content?: JsonObject;
}

class DeclineBody {}

@Controller('v1/agent/questions')
export class QuestionsController {
  constructor(@Inject(Questions) private readonly questions: Questions) {}

  @Get()
  list(@By() { userId }: Caller) {
    const items = this.questions.list(userId);
    return { items, total: items.length };
  }

  @Post(':id/answer')
  @HttpCode(200)
  answer(@Param('id') id: string, @Body() body: AnswerBody, @By() { userId }: Caller) {
    this.questions.answer(userId, id, body.content);
    return { question_id: id, state: 'answered' };
  }

  @Post(':id/decline')
  @HttpCode(200)
  decline(@Param('id') id: string, @Body() _body: DeclineBody, @By() { userId }: Caller) {
    this.questions.decline(userId, id);
    return { question_id: id, state: 'declined' };
  }
}
