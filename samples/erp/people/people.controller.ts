import { Get, Inject, Query } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import type { Role, User } from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE, pageOfRows } from '../shared/sql.js';
import { ErpController } from '../shared/erp-controller.js';
import { containsPattern, SearchQuery, type Page } from '../shared/fields.js';

/** The people that alerts, mails and approvals can go to. */
@ErpController('v1/core')
export class PeopleController {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Users whose name, sign-in, mail, title or role holds the search text. */
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

  /** Roles whose name or description holds the search text. */
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
