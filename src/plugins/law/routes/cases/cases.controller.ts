import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PgCaseStore } from '../../store/cases.store.js';
import { callerOf } from '../../../../agentapi/caller.js';
import { CaseBody, toNewCase, toWireCase } from './cases.model.js';

/** The cases of a caller and what is due in them, as the law agent's tools read them (docs/knowledge.md). */
@Controller('v1/cases')
export class CasesController {
  constructor(private readonly cases: PgCaseStore) {}

  @Get()
  async list(@Req() request: FastifyRequest) {
    const found = await this.cases.list(callerOf(request).userId);
    return { items: found.map(toWireCase), total: found.length };
  }

  @Post()
  async create(@Body() body: CaseBody, @Req() request: FastifyRequest) {
    return toWireCase(await this.cases.create(callerOf(request).userId, toNewCase(body)));
  }

  /** Replaces the whole case, its deadlines too. */
  @Put(':id')
  async replace(@Param('id') id: string, @Body() body: CaseBody, @Req() request: FastifyRequest) {
    return toWireCase(await this.cases.replace(callerOf(request).userId, id, toNewCase(body)));
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    await this.cases.remove(callerOf(request).userId, id);
  }
}
