import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../src/foundation/errors.js';
import type { Requester } from '../../src/http/identity/identity.js';
import type { Database } from '../../src/store/database.js';
import { DATABASE } from './shared/sql.js';
import { OPERATIONS_MANAGER_ID } from './shared/seeder.js';

/** Who sends a request, as the platform knows people. */
export interface Caller {
  id: string;
  username: string;
  roleIds: string[];
}

const SAMPLE_TOKEN = /^Bearer\s+sample-(\S+)$/i;

/**
 * Finds the caller of a request among the sample's users. Where the server checks tokens, it is the
 * one with the verified user's name. Where it does not, `Authorization: Bearer sample-<username>` is
 * that user. Anybody else is the sample's operations manager. A real backend behind `PLATFORM_URL`
 * brings its own rules.
 */
@Injectable()
export class CallerResolver {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Rejects with `not_found` when the sample data are missing. */
  async resolve(requester: Requester): Promise<Caller> {
    const username = usernameOf(requester);
    const [caller] = await this.db.query<Caller>(FIND, [username, OPERATIONS_MANAGER_ID]);
    if (caller !== undefined) return caller;
    throw new AppError('not_found', 'The platform has no users; load its sample data first.');
  }
}

function usernameOf({ identity, headers }: Requester): string {
  if (identity !== undefined) return identity.username;
  return SAMPLE_TOKEN.exec(headers.authorization?.trim() ?? '')?.[1] ?? '';
}

const FIND = `
  select u.id, u.username,
         coalesce((select json_agg(r.role_id) from core.user_roles r where r.user_id = u.id), '[]') as "roleIds"
    from core.users u
   where lower(u.username) = lower($1) or u.id = $2
   order by (lower(u.username) = lower($1)) desc
   limit 1`;
