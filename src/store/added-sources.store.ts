import type { Clock } from '../foundation/clock.js';
import { conflict } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import { withoutNulls, type Database } from './database.js';

/** A source that was added while the server ran; source and agent as the config file writes them. */
export interface AddedSource {
  id: string;
  source: JsonObject;
  agent?: JsonObject;
  document?: string;
  /** The origin that an operator allowed to be sent the tokens of users. */
  forwardTo?: string;
}

export class AddedSourceStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<AddedSource[]> {
    const rows = await this.db.query<AddedSource>(
      `select id, source, agent, document, forward_to as "forwardTo"
       from sextant.added_sources order by added_at, id`,
    );
    return rows.map(withoutNulls);
  }

  /** Changes whenever one is added or removed. */
  async version(): Promise<string> {
    const [row] = await this.db.query<{ version: string }>(
      `select coalesce(string_agg(id || ' ' || added_at, ',' order by id), '') as version
       from sextant.added_sources`,
    );
    return row?.version ?? '';
  }

  async add(added: AddedSource, userId: string): Promise<void> {
    const { id, source, agent, document, forwardTo } = added;
    const rows = await this.db.query(
      `insert into sextant.added_sources (id, source, agent, document, forward_to, added_by, added_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing returning id`,
      [id, source, agent, document, forwardTo, userId, this.clock()],
    );
    if (rows.length === 0) throw conflict(`There is a source "${id}" already; choose another id.`);
  }

  async replace(added: AddedSource, userId: string): Promise<boolean> {
    const { id, source, agent, document, forwardTo } = added;
    const rows = await this.db.query(
      `update sextant.added_sources
       set source = $2, agent = $3, document = $4, forward_to = $5, added_by = $6, added_at = $7
       where id = $1 returning id`,
      [id, source, agent, document, forwardTo, userId, this.clock()],
    );
    return rows.length > 0;
  }

  async remove(id: string): Promise<boolean> {
    const rows = await this.db.query(
      'delete from sextant.added_sources where id = $1 returning id',
      [id],
    );
    return rows.length > 0;
  }
}
