import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { newId } from '../../../../src/foundation/ids.js';
import type { Requester } from '../../../../src/http/identity/identity.js';
import type { RuleVerdict } from '../../../../src/platform/types.js';
import { CallerResolver } from '../../people.controller.js';
import { ErpController, type Page } from '../../shared/fields.js';
import {
  requireVersion,
  versionFaults,
  nameTaken,
  type WithFindings,
} from '../../shared/schema-problems.js';
import { findEntity, KnowledgeStore } from '../knowledge.store.js';
import {
  readRule,
  readUpdate,
  requireValid,
  type RuleReading,
} from '../validation/validate-rule.js';
import { findTriggerType, placeGraph } from './rule.model.js';
import {
  DryRunQuery,
  FullRuleDto,
  insertRule,
  replaceRule,
  RulesQuery,
  RulesStore,
  type StoredRule,
  type StoredSummary,
} from './rules.store.js';

@ErpController('v1/workflow/rules')
export class RulesController {
  constructor(
    private readonly store: RulesStore,
    private readonly knowledge: KnowledgeStore,
    private readonly callers: CallerResolver,
  ) {}

  @Get()
  async list(@Query() query: RulesQuery): Promise<Page<StoredSummary>> {
    const { entity: word = '', trigger_type: trigger } = query;
    const found = findEntity(await this.knowledge.entities(), word);
    return this.store.list({
      ...query,
      entity: 'entity' in found ? found.entity.name : query.entity,
      trigger_type: trigger && (findTriggerType(trigger)?.name ?? trigger),
    });
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<StoredRule> {
    return this.store.get(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string): Promise<void> {
    return this.store.remove(id);
  }

  @Post('full')
  async create(
    @Body() body: FullRuleDto,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @Req() request: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredRule | WithFindings<RuleVerdict>> {
    const reading = readRule(body, await this.knowledge.load(new Set()));
    if (dryRun === true) {
      void reply.status(200);
      return this.verdict(body, reading);
    }
    const rule = placeGraph(requireValid(reading), newId(), []);
    const { id: callerId } = await this.callers.resolve(request);
    return this.store.write(rule.name, async (tx) => {
      await insertRule(tx, rule, callerId);
      return this.store.get(rule.id, tx);
    });
  }

  /** Replaces a rule's graph in one transaction; kept actions keep their ids and the version rises by one. */
  @Put(':id/full')
  async update(
    @Param('id') id: string,
    @Body() body: FullRuleDto,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @Req() request: Requester,
  ): Promise<StoredRule | WithFindings<RuleVerdict>> {
    // Before the transaction: a second connection inside it could wait for ever.
    const knowledge = await this.knowledge.load();
    const before = await this.store.get(id);
    if (dryRun === true) {
      const moved = versionFaults('rule', body.if_version, before.version);
      return this.verdict(body, readUpdate(body, before, knowledge), moved, before.id);
    }
    const { id: callerId } = await this.callers.resolve(request);
    return this.store.write(body.name?.trim() ?? before.name, async (tx) => {
      await tx.query('select 1 from platform.rules where id = $1 for update', [id]);
      const stored = await this.store.get(id, tx);
      requireVersion('rule', body.if_version, stored.version);
      const graph = requireValid(readUpdate(body, stored, knowledge));
      await replaceRule(tx, placeGraph(graph, stored.id, stored.actions), callerId);
      return this.store.get(id, tx);
    });
  }

  private async verdict(
    body: FullRuleDto,
    { graph, errors }: RuleReading,
    moved: readonly ErrorDetail[] = [],
    ownId?: string,
  ): Promise<WithFindings<RuleVerdict>> {
    const found = [...moved, ...errors];
    const holder = graph && (await this.store.idOfName(graph.name));
    if (graph && holder && holder !== ownId) found.push(nameTaken('rule', graph.name));
    return {
      valid: found.length === 0,
      errors: found,
      action_count: graph?.actions.length ?? body.actions?.length ?? 0,
      edge_count: graph?.edges.length ?? body.edges?.length ?? 0,
    };
  }
}
