import { Controller, Delete, Get, HttpCode, Inject, Param, Query } from '@nestjs/common';
import { notFound } from '../../foundation/errors.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { PageQuery } from '../page-query.js';
import { Answers, page } from '../openapi/named-schema.js';
import { draftItem } from '../openapi/schemas/chats.js';
import type { JsonObject } from '../../foundation/json.js';

/** A draft as `GET /v1/agent/drafts` tells it, in wire names; `kind` says whose it is. */
export interface DraftItem extends JsonObject {
  kind: string;
  id: string;
  updated_at: string;
}

/** One plugin's drafts: what a user has started by chat and not finished. All are the given user's own. */
export interface DraftList {
  /** The latest changed first, at most `limit`. */
  list(userId: string, limit: number): Promise<readonly DraftItem[]>;
  count(userId: string): Promise<number>;
  /** Undefined for an id of another plugin's, or when there is none. */
  find(userId: string, id: string): Promise<DraftItem | undefined>;
  delete(userId: string, id: string): Promise<boolean>;
}

export const DRAFT_LISTS = Symbol('DRAFT_LISTS');

/** What a user has started by chat and not finished, of all plugins. */
@Controller('v1/agent/drafts')
export class DraftsController {
  constructor(@Inject(DRAFT_LISTS) private readonly lists: readonly DraftList[]) {}

  @Answers(page(draftItem))
  @Get()
  async list(@Query() { limit, offset }: PageQuery, @By() { userId }: Caller) {
    // A page of all together holds nothing that is not among the first `end` of its kind.
    const end = offset + limit;
    const [drafts, totals] = await Promise.all([
      Promise.all(this.lists.map((list) => list.list(userId, end))),
      Promise.all(this.lists.map((list) => list.count(userId))),
    ]);
    const items = drafts
      .flat()
      .sort((one, other) => other.updated_at.localeCompare(one.updated_at));
    const total = totals.reduce((sum, count) => sum + count, 0);
    return { items: items.slice(offset, end), total };
  }

  @Answers(draftItem)
  @Get(':id')
  async find(@Param('id') id: string, @By() { userId }: Caller): Promise<DraftItem> {
    for (const list of this.lists) {
      const draft = await list.find(userId, id);
      if (draft !== undefined) return draft;
    }
    return noSuchDraft(id);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    for (const list of this.lists) if (await list.delete(userId, id)) return;
    noSuchDraft(id);
  }
}

function noSuchDraft(id: string): never {
  throw notFound(
    `There is no draft ${id.slice(0, 80)}: it was accepted, expired or never was. GET /v1/agent/drafts lists those there are.`,
  );
}
