import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { offsetOf } from '../shared/list.model.js';
import { withoutNulls } from '../shared/without-nulls.js';
import type { ContentQuery } from './pages.dto.js';
import type { PageContent } from './pages.model.js';
import type { PageKnowledge } from './validation/content-rules.js';

/** A piece without its id. */
export type ContentInput = { [K in keyof Omit<PageContent, 'id'>]: PageContent[K] | null };

const FIELDS =
  'id, page_config_id, content_type, label, order_index, table_config_id, form_id, layout, parent_id';

/** Pieces of pages in `platform.page_content`; every write also raises the page's version. */
@Injectable()
export class PageContentStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async list(query: ContentQuery): Promise<{ items: PageContent[]; total: number }> {
    const page = query.page_config_id ?? null;
    const [items, totals] = await Promise.all([
      this.db.query<PageContent>(
        `select ${FIELDS} from platform.page_content
          where $1::uuid is null or page_config_id = $1
          order by page_config_id, order_index, id limit $2 offset $3`,
        [page, query.rows, offsetOf(query)],
      ),
      this.db.query<{ total: number }>(
        `select count(*) as total from platform.page_content
          where $1::uuid is null or page_config_id = $1`,
        [page],
      ),
    ]);
    return { items: items.map(withoutNulls), total: totals[0]?.total ?? 0 };
  }

  /** All pieces of one page in order. */
  async ofPage(pageId: string): Promise<PageContent[]> {
    const rows = await this.db.query<PageContent>(
      `select ${FIELDS} from platform.page_content where page_config_id = $1 order by order_index, id`,
      [pageId],
    );
    return rows.map(withoutNulls);
  }

  async find(id: string): Promise<PageContent | undefined> {
    const [row] = await this.db.query<PageContent>(
      `select ${FIELDS} from platform.page_content where id = $1`,
      [id],
    );
    return row === undefined ? undefined : withoutNulls(row);
  }

  async insert(input: ContentInput): Promise<string> {
    const id = newId();
    await this.write(
      `insert into platform.page_content (${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      id,
      input,
    );
    return id;
  }

  async update(id: string, input: ContentInput): Promise<void> {
    await this.write(
      `update platform.page_content
          set page_config_id = $2, content_type = $3, label = $4, order_index = $5, table_config_id = $6,
              form_id = $7, layout = $8, parent_id = $9, updated_at = now()
        where id = $1`,
      id,
      input,
    );
  }

  /** Names of the tables and forms that content may show. */
  async knowledge(): Promise<PageKnowledge> {
    const [tables, forms] = await Promise.all([
      this.db.query<{ id: string; name: string }>('select id, name from platform.table_configs'),
      this.db.query<{ id: string; name: string }>('select id, name from platform.forms'),
    ]);
    const byId = (rows: readonly { id: string; name: string }[]) =>
      new Map(rows.map((row) => [row.id, row.name]));
    return { tables: byId(tables), forms: byId(forms) };
  }

  private async write(text: string, id: string, input: ContentInput): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query(text, [
        id,
        input.page_config_id,
        input.content_type,
        input.label,
        input.order_index,
        input.table_config_id ?? null,
        input.form_id ?? null,
        JSON.stringify(input.layout),
        input.parent_id ?? null,
      ]);
      await tx.query(
        'update platform.page_configs set version = version + 1, updated_at = now() where id = $1',
        [input.page_config_id],
      );
    });
  }
}
