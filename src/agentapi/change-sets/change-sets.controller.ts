import { ExactNumbers } from '../../http/json-bodies.js';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, IsUUID } from 'class-validator';
import { defined } from '../../foundation/defined.js';
import type { JsonObject } from '../../foundation/json.js';
import { MAX_SET } from '../../store/change-sets.store.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { RejectBody } from '../previews/previews.model.js';
import { ChangeSetsService } from './change-sets.service.js';
import { Answers } from '../openapi/named-schema.js';
import { changeSet } from '../openapi/schemas/previews.js';

export class AcceptSetBody {
  @IsOptional()
  @IsArray({ message: 'only must be a list of the ids of previews' })
  @ArrayMaxSize(MAX_SET, { message: `only must name at most ${MAX_SET} previews` })
  @IsUUID('all', { each: true, message: 'only must hold ids of previews' })
  only?: string[];

  @IsOptional()
  @IsObject({ message: 'edits must be an object: the id of a preview and its payload' })
  edits?: Record<string, JsonObject>;
}

export class UndoSetBody {}

@Controller('v1/agent/change-sets')
export class ChangeSetsController {
  constructor(private readonly sets: ChangeSetsService) {}

  @Answers(changeSet)
  @Get(':id')
  async find(@Param('id') id: string, @By() caller: Caller) {
    return this.sets.view(await this.sets.find(caller, id));
  }

  /** 200 and the set as it is then, stopped or not; an error only when nothing was started. */
  @Answers(changeSet)
  @Post(':id/accept')
  @ExactNumbers()
  @HttpCode(200)
  async accept(@Param('id') id: string, @Body() body: AcceptSetBody, @By() caller: Caller) {
    const { only, edits } = body;
    const { set, stopped } = await this.sets.accept(caller, id, defined({ only, edits }));
    return this.sets.view(set, stopped);
  }

  @Answers(changeSet)
  @Post(':id/reject')
  @HttpCode(200)
  async reject(@Param('id') id: string, @Body() body: RejectBody, @By() caller: Caller) {
    return this.sets.view(await this.sets.reject(caller, id, body.reason));
  }

  @Answers(changeSet)
  @Post(':id/undo')
  @HttpCode(200)
  async undo(@Param('id') id: string, @Body() _body: UndoSetBody, @By() caller: Caller) {
    return this.sets.view(await this.sets.undo(caller, id));
  }
}
