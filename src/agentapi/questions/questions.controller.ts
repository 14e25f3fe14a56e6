import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { IsObject, IsOptional } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Questions } from '../../agenttools/questions/questions.js';
import type { JsonObject } from '../../foundation/json.js';
import { callerOf } from '../caller.js';

/** The body of `POST /v1/agent/questions/:id/answer`. */
export class AnswerBody {
  @IsOptional()
  @IsObject({ message: 'content must be an object: the values of the form by field name' })
  content?: JsonObject;
}

/** The body of `POST /v1/agent/questions/:id/decline`: none of its own. */
export class DeclineBody {}

/** What sources ask the user while their tools run (docs/mcp.md). */
@Controller('v1/agent/questions')
export class QuestionsController {
  constructor(@Inject(Questions) private readonly questions: Questions) {}

  @Get()
  list(@Req() request: FastifyRequest) {
    const items = this.questions.list(callerOf(request).userId);
    return { items, total: items.length };
  }

  @Post(':id/answer')
  @HttpCode(200)
  answer(@Param('id') id: string, @Body() body: AnswerBody, @Req() request: FastifyRequest) {
    this.questions.answer(callerOf(request).userId, id, body.content);
    return { question_id: id, state: 'answered' };
  }

  @Post(':id/decline')
  @HttpCode(200)
  decline(@Param('id') id: string, @Body() _body: DeclineBody, @Req() request: FastifyRequest) {
    this.questions.decline(callerOf(request).userId, id);
    return { question_id: id, state: 'declined' };
  }
}
