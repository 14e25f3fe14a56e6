import { ExactNumbers } from '../../http/json-bodies.js';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { JsonObject } from '../../foundation/json.js';
import { callerOf } from '../caller.js';
import { Answers } from '../openapi/named-schema.js';
import { storedPreview } from '../openapi/schemas/previews.js';
import { Costly } from '../refuse-early.js';
import { DirectProposals } from './direct-proposals.js';

/** The body of `POST /v1/agent/proposals`. */
export class ProposeBody {
  @IsString({ message: 'kind must be the name of a kind of change' })
  @Length(1, 200, { message: 'kind must be the name of a kind of change' })
  kind!: string;

  @IsString({ message: 'action must be a text' })
  @Length(1, 80, { message: 'action must have 1 to 80 characters' })
  action!: string;

  @IsString({ message: 'target_id must be the id of what is changed' })
  @Length(1, 200, { message: 'target_id must be the id of what is changed' })
  target_id!: string;

  @IsOptional()
  @IsObject({ message: 'input must be an object' })
  input?: JsonObject;
}

/** Changes that people ask for without a chat: each is a preview that waits (docs/previews.md). */
@Controller('v1/agent/proposals')
export class ProposalsController {
  constructor(private readonly proposals: DirectProposals) {}

  @Answers(storedPreview)
  @Costly()
  @Post()
  @ExactNumbers()
  async propose(@Body() body: ProposeBody, @Req() request: FastifyRequest) {
    const { kind, action, target_id: targetId, input = {} } = body;
    return this.proposals.propose(callerOf(request), { kind, action, targetId, input });
  }
}
