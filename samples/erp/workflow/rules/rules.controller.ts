import type { RuleVerdict } from '../../../../src/platform/types.js';
import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Requester } from '../../../../src/http/identity/identity.js';
import { CallerResolver } from '../../people.controller.js';
import type { Page } from '../../shared/fields.js';
import { ErpController } from '../../shared/fields.js';
import {
  DryRunQuery,
  FullRuleDto,
  RulesQuery,
  type StoredRule,
  type StoredSummary,
} from './rules.store.js';
import { RulesService } from './rules.service.js';
import type { WithFindings } from '../../shared/schema-problems.js';

/** The part of Fastify's reply that a dry run needs: it answers 200 where creating answers 201. */
interface Reply {
  status(code: number): unknown;
}

@ErpController('v1/workflow/rules')
export class RulesController {
  constructor(
    private readonly service: RulesService,
    private readonly callers: CallerResolver,
  ) {}

  @Get()
  list(@Query() query: RulesQuery): Promise<Page<StoredSummary>> {
    return this.service.list(query);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<StoredRule> {
    return this.service.get(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post('full')
  async create(
    @Body() body: FullRuleDto,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @Req() request: Requester,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<StoredRule | WithFindings<RuleVerdict>> {
    if (dryRun !== true) return this.service.create(body, await this.callerId(request));
    reply.status(200);
    return this.service.tryCreate(body);
  }

  @Put(':id/full')
  async update(
    @Param('id') id: string,
    @Body() body: FullRuleDto,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @Req() request: Requester,
  ): Promise<StoredRule | WithFindings<RuleVerdict>> {
    if (dryRun === true) return this.service.tryUpdate(id, body);
    return this.service.update(id, body, await this.callerId(request));
  }

  private async callerId(requester: Requester): Promise<string> {
    return (await this.callers.resolve(requester)).id;
  }
}
