import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Costly } from '../../../agentapi/refuse-early.js';
import { callerOf } from '../../../agentapi/caller.js';
import type { Backend } from '../../../agenttools/sources/backend.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { JsonObject } from '../../../foundation/json.js';
import { findingsAs } from '../../../platform/findings.js';
import { LibraryQuery, listPage } from '../../../platform/list-page.js';
import { sampleRecord, type SampleRecord } from './sample-record.js';
import { liveRows, type LiveRows } from './table-rows.js';
import { RowsBody } from './tables.model.js';

/** Injection token of the backend with the tables. */
export const TABLES_BACKEND = Symbol('TABLES_BACKEND');

const TABLES = ['v1', 'data', 'configs'] as const;

/** The stored tables and their rows with the caller's own token; changes go through previews. */
@Controller('v1/agent/library')
export class TablesController {
  constructor(@Inject(TABLES_BACKEND) private readonly backend: Backend) {}

  @Get('tables')
  tables(@Query() query: LibraryQuery, @Req() request: FastifyRequest) {
    return listPage(this.read(request), TABLES, query);
  }

  @Get('tables/:id')
  table(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.read(request).get([...TABLES, id]);
  }

  @Get('entities/:name/sample')
  sample(@Param('name') name: string, @Req() request: FastifyRequest): Promise<SampleRecord> {
    return sampleRecord(this.read(request), name);
  }

  @Post('tables/rows')
  @Costly()
  @HttpCode(200)
  rows(@Body() body: RowsBody, @Req() request: FastifyRequest): Promise<LiveRows> {
    return findingsAs('invalid_config', () => liveRows(this.read(request), body));
  }

  private read(request: FastifyRequest): ReadClient {
    return this.backend.readFor(callerOf(request));
  }
}
