import { Get, Inject, Query, Injectable } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import type { Role, User } from '../../src/platform/types.js';
import type { Database } from '../../src/store/database.js';
import { notFound } from '../../src/foundation/errors.js';
import type { Requester } from '../../src/http/identity/identity.js';
import {
  DATABASE,
  pageOfRows,
  ErpController,
  containsPattern,
  SearchQuery,
  type Page,
} from './shared/fields.js';
import { OPERATIONS_MANAGER_ID } from './shared/seeder.js';

export interface Caller {
  id: string;
  roleIds: string[];
}

const SAMPLE_TOKEN = /^Bearer\s+sample-(\S+)$/i;

/**
 * The verified user where the server checks tokens; else `Authorization: Bearer sample-<username>`, or the operations manager.
 * A real backend behind `PLATFORM_URL` brings its own rules.
 */
@Injectable()
export class CallerResolver {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Rejects with `not_found` when the sample data are missing. */
  async resolve({ identity, headers }: Requester): Promise<Caller> {
    const token = SAMPLE_TOKEN.exec(headers.authorization?.trim() ?? '');
    const username = identity?.username ?? token?.[1] ?? '';
    const [caller] = await this.db.query<Caller>(FIND, [username, OPERATIONS_MANAGER_ID]);
    if (caller !== undefined) return caller;
    throw notFound('The platform has no users; load its sample data first.');
  }
}

const FIND = `
  select u.id,
         coalesce((select json_agg(r.role_id) from core.user_roles r where r.user_id = u.id), '[]') as "roleIds"
    from core.users u
   where lower(u.username) = lower($1) or u.id = $2
   order by (lower(u.username) = lower($1)) desc
   limit 1`;

@ErpController('v1/core')
export class PeopleController {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  @Get('users')
  users(@Query() query: SearchQuery): Promise<Page<User>> {
    // A role called `warehouse_manager` is found by "warehouse manager" too.
    const found = sql`
      select id, username, first_name, last_name, email, title, roles
        from (select u.id, u.username, u.first_name, u.last_name, u.email, u.title,
                     coalesce((select json_agg(r.name order by r.name)
                        from core.user_roles h join core.roles r on r.id = h.role_id
                       where h.user_id = u.id), '[]') as roles
                from core.users u) as people
       where concat_ws(' ', first_name, last_name, username, email, title, roles::text, replace(roles::text, '_', ' '))
             ilike ${patternOf(query)}`;
    return pageOfRows<User>(this.db, found, sql`last_name, first_name, id`, query);
  }

  @Get('roles')
  roles(@Query() query: SearchQuery): Promise<Page<Role>> {
    const found = sql`
      select id, name, description from core.roles
       where concat_ws(' ', name, replace(name, '_', ' '), description) ilike ${patternOf(query)}`;
    return pageOfRows<Role>(this.db, found, sql`name`, query);
  }
}

function patternOf({ search }: SearchQuery): string {
  return containsPattern(search?.trim() ?? '');
}
