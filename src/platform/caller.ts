import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../foundation/errors.js';
import type { Database } from '../store/database.js';
import { OPERATIONS_MANAGER_ID } from './erp/people.js';
import { DATABASE } from './shared/database.token.js';

/** Who sends a request, as the platform knows people. */
export interface Caller {
  id: string;
  username: string;
  roleIds: string[];
}

const SAMPLE_TOKEN = /^Bearer\s+sample-(\S+)$/i;

/**
 * Finds the caller of a request. The embedded platform holds sample data and checks no passwords:
 * `Authorization: Bearer sample-<username>` is that user; no token, and any other token, is the
 * sample's operations manager. A real backend behind `PLATFORM_URL` brings its own rules.
 */
@Injectable()
export class CallerResolver {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** `authorization` is the header's value. Rejects with `not_found` when the sample data are missing. */
  async resolve(authorization: string | undefined): Promise<Caller> {
    const username = SAMPLE_TOKEN.exec(authorization?.trim() ?? '')?.[1] ?? '';
    const [caller] = await this.db.query<Caller>(FIND, [username, OPERATIONS_MANAGER_ID]);
    if (caller !== undefined) return caller;
    throw new AppError('not_found', 'The platform has no users; load its sample data first.');
  }
}

const FIND = `
  select u.id, u.username,
         coalesce((select json_agg(r.role_id) from core.user_roles r where r.user_id = u.id), '[]') as "roleIds"
    from core.users u
   where lower(u.username) = lower($1) or u.id = $2
   order by (lower(u.username) = lower($1)) desc
   limit 1`;
