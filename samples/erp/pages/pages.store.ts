import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { containsPattern, offsetOf, type SearchQuery } from '../shared/list.model.js';
import { withUniqueName } from '../shared/unique-violation.js';
import { withoutNulls } from '../shared/without-nulls.js';
import type { PageConfig } from './pages.model.js';

/** The fields of a page that its author chooses. */
export interface PageInput {
  name: string;
  title: string;
  description?: string | undefined;
}

const FIELDS = `
  p.id, p.name, p.title, p.description, p.version, p.updated_at,
  (select count(*) from platform.page_content c where c.page_config_id = p.id) as content_count`;
const MATCHES = '(p.name ilike $1 or p.title ilike $1 or p.description ilike $1)';

/** Pages in `platform.page_configs`. */
@Injectable()
export class PagesStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async list(query: SearchQuery): Promise<{ items: PageConfig[]; total: number }> {
    const pattern = containsPattern(query.search ?? '');
    const [items, totals] = await Promise.all([
      this.db.query<PageConfig>(
        `select ${FIELDS} from platform.page_configs p where ${MATCHES}
          order by lower(p.name) limit $2 offset $3`,
        [pattern, query.rows, offsetOf(query)],
      ),
      this.db.query<{ total: number }>(
        `select count(*) as total from platform.page_configs p where ${MATCHES}`,
        [pattern],
      ),
    ]);
    return { items: items.map(withoutNulls), total: totals[0]?.total ?? 0 };
  }

  async find(id: string): Promise<PageConfig | undefined> {
    const [row] = await this.db.query<PageConfig>(
      `select ${FIELDS} from platform.page_configs p where p.id = $1`,
      [id],
    );
    return row === undefined ? undefined : withoutNulls(row);
  }

  /** Answers the new page's id; rejects with `conflict` when the name is taken. */
  async insert(input: PageInput): Promise<string> {
    const id = newId();
    await withUniqueName('page', input.name, () =>
      this.db.query(
        'insert into platform.page_configs (id, name, title, description) values ($1, $2, $3, $4)',
        [id, input.name, input.title, input.description ?? null],
      ),
    );
    return id;
  }

  /** False when the page is no longer at `version`. */
  async update(id: string, version: number, input: PageInput): Promise<boolean> {
    const rows = await withUniqueName('page', input.name, () =>
      this.db.query(
        `update platform.page_configs
            set name = $3, title = $4, description = $5, version = version + 1, updated_at = now()
          where id = $1 and version = $2 returning id`,
        [id, version, input.name, input.title, input.description ?? null],
      ),
    );
    return rows.length > 0;
  }
}
