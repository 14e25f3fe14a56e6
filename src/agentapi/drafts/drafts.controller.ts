import { Controller, Delete, Get, HttpCode, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { isUuid } from '../../foundation/ids.js';
import { PgDraftStore } from '../../store/drafts.store.js';
import { PgWorkingCopyStore } from '../../store/working-copies.store.js';
import { callerOf } from '../caller.js';
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
  async list(@Req() request: FastifyRequest) {
    const { userId } = callerOf(request);
    const [drafts, copies] = await Promise.all([
      this.drafts.list(userId),
      this.copies.list(userId),
    ]);
    const items = [...drafts.map(ruleDraft), ...copies.map(tableDraft)].sort((one, other) =>
      other.updated_at.localeCompare(one.updated_at),
    );
    return { items, total: items.length };
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { userId } = callerOf(request);
    if (await this.deleteOne(userId, id)) return;
    throw new AppError(
      'not_found',
      `There is no draft ${id.slice(0, 80)}: it was accepted, expired or never was. GET /v1/agent/drafts lists those there are.`,
    );
  }

  private async deleteOne(userId: string, id: string): Promise<boolean> {
    const key = tableDraftKey(id);
    if (key === undefined) return this.drafts.delete(userId, id);
    if (!isUuid(key[0]) || (await this.copies.get(userId, ...key)) === undefined) return false;
    await this.copies.clear(userId, ...key);
    return true;
  }
}
