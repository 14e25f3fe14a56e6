import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Platform, Query as PlatformQuery } from '../../agenttools/platform.js';
import type { Caller } from '../../agenttools/tool.js';
import { eventBody } from '../../agenttools/workflow/simulation.js';
import type { Simulation } from '../../agenttools/workflow/wire.js';
import { callerOf } from '../caller.js';
import { CostlyRequest } from '../costly-request.js';
import { findingsAs } from './findings.js';
import { LibraryQuery, RowsBody, SimulateBody } from './library.model.js';
import { sampleRecord, type SampleRecord } from './sample-record.js';
import { liveRows, type LiveRows } from './table-rows.js';

/** Makes a caller's own client of the platform. */
export type PlatformFor = (caller: Caller) => Platform;

/** Injection token of the server's {@link PlatformFor}. */
export const PLATFORM_FOR = Symbol('PLATFORM_FOR');

const RULES = ['v1', 'workflow', 'rules'] as const;
const TABLES = ['v1', 'data', 'configs'] as const;

/**
 * The platform's rules and tables with the caller's own token: a page speaks to its own origin only,
 * and the platform may be elsewhere. Reads and trials; what changes something goes through previews.
 */
@Controller('v1/agent/library')
export class LibraryController {
  constructor(@Inject(PLATFORM_FOR) private readonly platformFor: PlatformFor) {}

  @Get('rules')
  rules(@Query() query: LibraryQuery, @Req() request: FastifyRequest) {
    return list(this.platform(request), RULES, query);
  }

  @Get('rules/:id')
  rule(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.platform(request).get([...RULES, id]);
  }

  @Get('tables')
  tables(@Query() query: LibraryQuery, @Req() request: FastifyRequest) {
    return list(this.platform(request), TABLES, query);
  }

  @Get('tables/:id')
  table(@Param('id') id: string, @Req() request: FastifyRequest): Promise<JsonObject> {
    return this.platform(request).get([...TABLES, id]);
  }

  /** The way a record would take through a rule, stored or not. */
  @Post('rules/simulate')
  @UseInterceptors(CostlyRequest)
  @HttpCode(200)
  simulate(@Body() body: SimulateBody, @Req() request: FastifyRequest): Promise<Simulation> {
    const { workflow, workflow_id: id } = body;
    const platform = this.platform(request);
    return findingsAs('invalid_rule', () => {
      if (workflow !== undefined && id === undefined) {
        // The version that a change was made on says nothing about the way through it.
        const { if_version: _version, ...rule } = workflow;
        return platform.post([...RULES, 'simulate'], { rule, ...eventBody(body) });
      }
      if (id === undefined || workflow !== undefined) throw oneRule();
      return platform.post([...RULES, id, 'simulate'], eventBody(body));
    });
  }

  @Get('entities/:name/sample')
  sample(@Param('name') name: string, @Req() request: FastifyRequest): Promise<SampleRecord> {
    return sampleRecord(this.platform(request), name);
  }

  @Post('tables/rows')
  @UseInterceptors(CostlyRequest)
  @HttpCode(200)
  rows(@Body() body: RowsBody, @Req() request: FastifyRequest): Promise<LiveRows> {
    return findingsAs('invalid_config', () => liveRows(this.platform(request), body));
  }

  private platform(request: FastifyRequest): Platform {
    return this.platformFor(callerOf(request));
  }
}

async function list(
  platform: Platform,
  route: readonly string[],
  { search, limit, offset }: LibraryQuery,
): Promise<{ items: JsonObject[]; total: number }> {
  if (offset % limit !== 0) throw offPage(limit);
  const query: PlatformQuery = { search, rows: limit, page: offset / limit + 1 };
  const { items, total } = await platform.get<{ items: JsonObject[]; total: number }>(route, query);
  return { items, total };
}

function offPage(limit: number): AppError {
  const message = `offset must be a multiple of limit (${limit})`;
  return new AppError('invalid_request', `The request is not valid: ${message}.`, [
    { path: 'offset', message },
  ]);
}

function oneRule(): AppError {
  return new AppError(
    'invalid_request',
    'Send either workflow, the whole body of a rule, or workflow_id, the id of a stored one.',
    [{ path: 'workflow', message: 'must be there when workflow_id is not, and only then' }],
  );
}
