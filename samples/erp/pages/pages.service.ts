import { Injectable } from '@nestjs/common';
import { AppError } from '../../../src/foundation/errors.js';
import { toPage, type Page, type SearchQuery } from '../shared/list.model.js';
import { requireNoProblems } from '../shared/problem.js';
import { requireUuid } from '../shared/require-uuid.js';
import { requireVersion } from '../shared/version-conflict.js';
import { PageContentStore, type ContentInput } from './page-content.store.js';
import type {
  ContentQuery,
  CreateContentBody,
  CreatePageBody,
  PreviewPageBody,
  UpdateContentBody,
  UpdatePageBody,
} from './pages.dto.js';
import type { PageConfig, PageContent, Preview } from './pages.model.js';
import { PagesStore } from './pages.store.js';
import { contentErrors, pieceErrors, type Piece } from './validation/content-rules.js';
import { pageOutline } from './validation/outline.js';

/** Pages and what they show: only content that fits its page is stored. */
@Injectable()
export class PagesService {
  constructor(
    private readonly pages: PagesStore,
    private readonly content: PageContentStore,
  ) {}

  async list(query: SearchQuery): Promise<Page<PageConfig>> {
    const { items, total } = await this.pages.list(query);
    return toPage(items, total, query);
  }

  async get(id: string): Promise<PageConfig> {
    const found = await this.pages.find(requireUuid(id, 'page'));
    if (found !== undefined) return found;
    throw new AppError('not_found', `There is no page with the id '${id}'.`);
  }

  async create(body: CreatePageBody): Promise<PageConfig> {
    return this.get(await this.pages.insert({ ...body, name: body.name.trim() }));
  }

  async update(id: string, body: UpdatePageBody): Promise<PageConfig> {
    const current = await this.get(id);
    requireVersion('page', body.if_version, current.version);
    const changed = await this.pages.update(id, current.version, {
      name: body.name?.trim() ?? current.name,
      title: body.title ?? current.title,
      description: body.description ?? current.description,
    });
    const now = await this.get(id);
    if (!changed) requireVersion('page', current.version, now.version);
    return now;
  }

  /** Checks a page that is not stored and draws its outline; writes nothing. */
  async preview(body: PreviewPageBody): Promise<Preview> {
    const knowledge = await this.content.knowledge();
    const errors = contentErrors(body.content, knowledge, 'content');
    const outline = pageOutline(body.page.title, body.content, knowledge);
    return { valid: errors.length === 0, errors, outline };
  }

  async listContent(query: ContentQuery): Promise<Page<PageContent>> {
    const { items, total } = await this.content.list(query);
    return toPage(items, total, query);
  }

  async contentOf(pageId: string, query: ContentQuery): Promise<Page<PageContent>> {
    await this.get(pageId);
    return this.listContent({ ...query, page_config_id: pageId });
  }

  async getContent(id: string): Promise<PageContent> {
    const found = await this.content.find(requireUuid(id, 'page content'));
    if (found !== undefined) return found;
    throw new AppError('not_found', `There is no page content with the id '${id}'.`);
  }

  async createContent(body: CreateContentBody): Promise<PageContent> {
    await this.get(body.page_config_id);
    const siblings = await this.content.ofPage(body.page_config_id);
    await this.requireFit(body, siblings);
    const last = siblings.at(-1)?.order_index ?? -1;
    const id = await this.content.insert(toInput(body, body.page_config_id, last + 1));
    return this.getContent(id);
  }

  async updateContent(id: string, body: UpdateContentBody): Promise<PageContent> {
    const current = await this.getContent(id);
    const changed = { ...current, ...withoutUndefined(body) };
    const siblings = await this.content.ofPage(current.page_config_id);
    const others = siblings.filter((piece) => piece.id !== id);
    await this.requireFit(changed, [...others, changed]);
    await this.content.update(id, toInput(changed, current.page_config_id, current.order_index));
    return this.getContent(id);
  }

  /** The piece itself must fit, and so must what it holds. */
  private async requireFit(piece: Piece, all: readonly Piece[]): Promise<void> {
    const knowledge = await this.content.knowledge();
    const held = all.filter((other) => piece.id !== undefined && other.parent_id === piece.id);
    requireNoProblems('page content', [
      ...pieceErrors(piece, all, knowledge),
      ...held.flatMap((other) => pieceErrors(other, all, knowledge, `(${other.label}) `)),
    ]);
  }
}

function toInput(piece: Piece, pageId: string, order: number): ContentInput {
  return {
    page_config_id: pageId,
    content_type: piece.content_type,
    label: piece.label.trim(),
    order_index: piece.order_index ?? order,
    table_config_id: piece.table_config_id ?? null,
    form_id: piece.form_id ?? null,
    layout: piece.layout ?? {},
    parent_id: piece.parent_id ?? null,
  };
}

function withoutUndefined<T extends object>(body: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
