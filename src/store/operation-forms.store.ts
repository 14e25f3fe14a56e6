import type { Clock } from '../foundation/clock.js';
import { isUuid, newId } from '../foundation/ids.js';
import { withoutNulls, type Database } from './database.js';
import { toJsonb } from './stored-text.js';

export interface NewForm {
  userId: string;
  runId: string;
  conversationId: string;
  contextType: string;
  tools: readonly string[];
}

export interface StoredForm extends Omit<NewForm, 'userId' | 'runId'> {
  id: string;
  expiresAt: Date;
  sentAt?: Date;
}

/** The most that one user keeps: with a further one the oldest goes. */
const MAX_PER_USER = 200;

export class OperationFormStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ttlMs: number,
  ) {}

  async save(form: NewForm): Promise<{ id: string; expiresAt: Date }> {
    const { userId, runId, conversationId, contextType, tools } = form;
    const id = newId();
    const now = this.clock();
    const expiresAt = new Date(now.getTime() + this.ttlMs);
    await this.db.query(
      `with surplus as (
         delete from sextant.operation_forms where id in (
           select id from sextant.operation_forms where user_id = $2
           order by created_at desc, id offset ${MAX_PER_USER - 1}))
       insert into sextant.operation_forms
         (id, user_id, run_id, conversation_id, context_type, tools, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, userId, runId, conversationId, contextType, toJsonb(tools), now, expiresAt],
    );
    return { id, expiresAt };
  }

  async find(userId: string, id: string): Promise<StoredForm | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.query<StoredForm>(
      `select id, conversation_id as "conversationId", context_type as "contextType", tools,
         expires_at as "expiresAt", sent_at as "sentAt"
       from sextant.operation_forms where id = $1 and user_id = $2`,
      [id, userId],
    );
    return row && withoutNulls(row);
  }

  async markSent(userId: string, id: string): Promise<void> {
    await this.db.query(
      'update sextant.operation_forms set sent_at = $3 where id = $1 and user_id = $2',
      [id, userId, this.clock()],
    );
  }
}
