import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { LiveCatalog, SourceReport } from '../agenttools/sources/live-catalog.js';
import { OPERATOR_RULE, requireOperator, type OperatorRule } from './operator.js';

/** Tells how each source of tools stands, and approves what waits. */
export type Sources = Pick<LiveCatalog, 'reports' | 'approve'>;

/** Injection token of the server's {@link Sources}. */
export const SOURCES = Symbol('SOURCES');

/** A tool as it was shown to the operator. */
export class SeenTool {
  @IsString({ message: 'tool must be the name of a tool' })
  @MaxLength(128, { message: 'tool must be the name of a tool' })
  tool!: string;

  @Matches(/^[0-9a-f]{64}$/, { message: 'sha256 must be the hash that was shown with the tool' })
  sha256!: string;
}

/** The body of `POST /v1/agent/sources/:id/approve`. */
export class ApproveToolsBody {
  @IsArray({ message: 'tools must be a list' })
  @ArrayMinSize(1, { message: 'tools must name at least one tool' })
  @ArrayMaxSize(5000, { message: 'tools must name at most 5000 tools' })
  @ValidateNested({ each: true })
  @Type(() => SeenTool)
  tools!: SeenTool[];
}

/** Where the tools come from, and how each source stands. */
@Controller('v1/agent/sources')
export class SourcesController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    @Inject(OPERATOR_RULE) private readonly operators: OperatorRule,
  ) {}

  @Get()
  list() {
    const items = this.sources.reports.map(toItem);
    return { items, total: items.length };
  }

  /** Approves tools exactly as they were shown. */
  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @Param('id') id: string,
    @Body() { tools }: ApproveToolsBody,
    @Req() request: FastifyRequest,
  ) {
    const by = requireOperator(request, this.operators, 'Approving tools');
    await this.sources.approve(id, tools, by);
    return { id, approved: tools.map(({ tool }) => tool) };
  }
}

function toItem({ id, title, kind, state, detail, ...counts }: SourceReport) {
  const { tools, changes, refused, quarantined } = counts;
  return { id, title, kind, state, detail, tools, changes, refused, quarantined };
}
