import { Controller, Delete, Get, HttpCode, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { isUuid } from '../../foundation/ids.js';
import { PgDraftStore } from '../../plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../../plugins/tables/store/working-copies.store.js';
import { callerOf } from '../caller.js';
import { PageQuery } from '../page-query.js';
import { ruleDraft, tableDraft, tableDraftKey } from './drafts.model.js';

/** What a user has begun by chat and not finished: rules being built, tables being changed. */
@Controller('v1/agent/drafts')
export class DraftsController {
  constructor(
    private readonly drafts: PgDraftStore,
    private readonly copies: PgWorkingCopyStore,
  ) {}

  /** Both kinds, the latest changed first. */
  @Get()
  async list(@Query() { limit, offset }: PageQuery, @Req() request: FastifyRequest) {
    const { userId } = callerOf(request);
    // A page of both together holds nothing that is not among the first `end` of its kind.
    const end = offset + limit;
    const [drafts, copies, ...totals] = await Promise.all([
      this.drafts.list(userId, end),
      this.copies.list(userId, end),
      this.drafts.count(userId),
      this.copies.count(userId),
    ]);
    const items = [...drafts.map(ruleDraft), ...copies.map(tableDraft)].sort((one, other) =>
      other.updated_at.localeCompare(one.updated_at),
    );
    return { items: items.slice(offset, end), total: totals[0] + totals[1] };
  }

  @Get(':id')
  async find(@Param('id') id: string, @Req() request: FastifyRequest) {
    const { userId } = callerOf(request);
    return (await this.findOne(userId, id)) ?? noSuchDraft(id);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { userId } = callerOf(request);
    if (!(await this.deleteOne(userId, id))) noSuchDraft(id);
  }

  private async findOne(userId: string, id: string) {
    const key = tableDraftKey(id);
    if (key === undefined) {
      const draft = await this.drafts.find(userId, id);
      return draft && ruleDraft(draft);
    }
    const copy = isUuid(key[0]) ? await this.copies.listed(userId, ...key) : undefined;
    return copy && tableDraft(copy);
  }

  private async deleteOne(userId: string, id: string): Promise<boolean> {
    const key = tableDraftKey(id);
    if (key === undefined) return this.drafts.delete(userId, id);
    if (!isUuid(key[0]) || (await this.copies.get(userId, ...key)) === undefined) return false;
    await this.copies.clear(userId, ...key);
    return true;
  }
}

function noSuchDraft(id: string): never {
  throw new AppError(
    'not_found',
    `There is no draft ${id.slice(0, 80)}: it was accepted, expired or never was. GET /v1/agent/drafts lists those there are.`,
  );
}
