import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { containsPattern, offsetOf, type SearchQuery } from '../shared/list.model.js';
import type { Role, User } from './people.model.js';

/** Users and roles in PostgreSQL. */
@Injectable()
export class PeopleStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Users whose name, sign-in, mail, title or role holds the search text; by name. */
  users(query: SearchQuery): Promise<{ items: User[]; total: number }> {
    return this.page<User>(USERS, 'last_name, first_name, id', query);
  }

  /** Roles whose name or description holds the search text; by name. */
  roles(query: SearchQuery): Promise<{ items: Role[]; total: number }> {
    return this.page<Role>(ROLES, 'name', query);
  }

  private async page<T extends object>(
    select: string,
    order: string,
    query: SearchQuery,
  ): Promise<{ items: T[]; total: number }> {
    const pattern = containsPattern(query.search?.trim() ?? '');
    const items = await this.db.query<T>(`${select} order by ${order} limit $2 offset $3`, [
      pattern,
      query.rows,
      offsetOf(query),
    ]);
    const [count] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from (${select}) as found`,
      [pattern],
    );
    return { items, total: count?.total ?? 0 };
  }
}

/** A role called `warehouse_manager` is found by "warehouse manager" too. */
const USERS = `
  select id, username, first_name, last_name, email, title, roles
    from (select u.id, u.username, u.first_name, u.last_name, u.email, u.title,
                 coalesce((select json_agg(r.name order by r.name)
                    from core.user_roles h join core.roles r on r.id = h.role_id
                   where h.user_id = u.id), '[]') as roles
            from core.users u) as people
   where concat_ws(' ', first_name, last_name, username, email, title, roles::text, replace(roles::text, '_', ' ')) ilike $1`;

const ROLES = `
  select id, name, description from core.roles
   where concat_ws(' ', name, replace(name, '_', ' '), description) ilike $1`;
