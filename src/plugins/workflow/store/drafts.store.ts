import type { Clock } from '../../../foundation/clock.js';
import { AppError, conflict } from '../../../foundation/errors.js';
import { capitalized, firstChars } from '../../../foundation/text.js';
import { isUuid, newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { withoutNulls, type Database, type Queryable } from '../../../store/database.js';
import { toJsonb } from '../../../store/stored-text.js';

/** One action of a draft. `after` is `"Action"` or `"Action:port"`; absent for the first. */
export interface DraftAction {
  name: string;
  actionType: string;
  config: JsonObject;
  after?: string;
}

export interface Draft {
  id: string;
  /** As it was named, else after its trigger and steps. */
  name: string;
  description: string;
  /** `schema.table`. */
  entity: string;
  triggerType: string;
  triggerConditions: readonly JsonObject[];
  /** Actions in the order added, in the tools' shorthand (`after` instead of edges). */
  actions: readonly DraftAction[];
  /** The rule this draft changes; absent for a new rule. */
  workflowId?: string;
  version: number;
  updatedAt: Date;
  expiresAt: Date;
}

type NewDraft = Omit<Draft, 'id' | 'actions' | 'version' | 'updatedAt' | 'expiresAt'>;

const COLUMNS = `id, name, description, entity, trigger_type as "triggerType",
  trigger_conditions as "triggerConditions", actions, workflow_id as "workflowId", version,
  updated_at as "updatedAt", expires_at as "expiresAt"`;

/** Every method sees only `userId`'s own; an expired draft is absent. A change renews `ttlMs`. */
export class PgDraftStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ttlMs: number,
  ) {}

  async create(userId: string, draft: NewDraft): Promise<Draft> {
    return this.db.transaction(async (tx) => {
      const { now, expiresAt } = await this.dropExpired(tx);
      const [row] = await tx.query<Draft>(
        `insert into sextant.drafts (id, name, description, entity, trigger_type,
           trigger_conditions, actions, workflow_id, version, updated_at, expires_at, user_id)
         values ($1, $2, $3, $4, $5, $6, '[]', $7, 1, $8, $9, $10) returning ${COLUMNS}`,
        [
          newId(),
          draft.name,
          draft.description,
          draft.entity,
          draft.triggerType,
          toJsonb(draft.triggerConditions),
          draft.workflowId ?? null,
          now,
          expiresAt,
          userId,
        ],
      );
      return toDraft(row as Draft);
    });
  }

  /** The user's drafts, the latest changed first; all of them, or the first `limit`. */
  async list(userId: string, limit?: number): Promise<Draft[]> {
    const rows = await this.db.query<Draft>(
      `select ${COLUMNS} from sextant.drafts where user_id = $1 and expires_at > $2
       order by updated_at desc, id limit $3`,
      [userId, this.clock(), limit ?? null],
    );
    return rows.map(toDraft);
  }

  async count(userId: string): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      'select count(*)::int as total from sextant.drafts where user_id = $1 and expires_at > $2',
      [userId, this.clock()],
    );
    return row?.total ?? 0;
  }

  /** Replaces the actions if `version` is still current, and renews the expiry; else rejects with `conflict`. */
  async saveActions(
    userId: string,
    draftId: string,
    version: number,
    actions: readonly DraftAction[],
  ): Promise<Draft> {
    return this.db.transaction(async (tx) => {
      const { now, expiresAt } = await this.dropExpired(tx);
      const values = [draftId, userId, version, toJsonb(actions), now, expiresAt];
      const [row] = isUuid(draftId) ? await tx.query<Draft>(SAVE, values) : [];
      if (row) return toDraft(row);
      throw changedOrGone(draftId, version, await this.find(userId, draftId, tx));
    });
  }

  /** Deletes the user's draft; `false` when there is none of this id. */
  async delete(userId: string, draftId: string): Promise<boolean> {
    if (!isUuid(draftId)) return false;
    const rows = await this.db.query(
      'delete from sextant.drafts where id = $1 and user_id = $2 and expires_at > $3 returning id',
      [draftId, userId, this.clock()],
    );
    return rows.length > 0;
  }

  /** Makes the draft of a new rule a draft of the saved one: what is added next changes it. */
  async adopt(userId: string, draftId: string, workflowId: string): Promise<void> {
    await this.db.query(
      `update sextant.drafts set workflow_id = $3, version = version + 1, updated_at = $4
       where user_id = $1 and workflow_id is null and id::text = $2`,
      [userId, draftId, workflowId, this.clock()],
    );
  }

  async find(
    userId: string,
    draftId: string,
    from: Queryable = this.db,
  ): Promise<Draft | undefined> {
    if (!isUuid(draftId)) return undefined;
    const [row] = await from.query<Draft>(
      `select ${COLUMNS} from sextant.drafts where id = $1 and user_id = $2 and expires_at > $3`,
      [draftId, userId, this.clock()],
    );
    return row && toDraft(row);
  }

  private async dropExpired(tx: Queryable): Promise<{ now: Date; expiresAt: Date }> {
    const now = this.clock();
    await tx.query('delete from sextant.drafts where expires_at <= $1', [now]);
    return { now, expiresAt: new Date(now.getTime() + this.ttlMs) };
  }
}

/** Compare and swap: no row comes back when the version is not the current one. */
const SAVE = `update sextant.drafts
  set actions = $4, version = version + 1, updated_at = $5, expires_at = $6
  where id = $1 and user_id = $2 and version = $3
  returning ${COLUMNS}`;

function changedOrGone(draftId: string, version: number, current: Draft | undefined): AppError {
  const gone = `There is no draft ${draftId}: it expired or never was. list_drafts shows the drafts there are, start_draft begins a new one.`;
  const changed = `Draft ${draftId} was changed in the meantime: it is at version ${current?.version}, the change was made to version ${version}. Read the draft again and repeat the change.`;
  return current ? conflict(changed) : new AppError('draft_not_found', gone);
}

function toDraft(row: Draft): Draft {
  return { ...withoutNulls(row), name: row.name === '' ? nameOfSteps(row) : row.name };
}

const EVENTS: Readonly<Record<string, string>> = {
  on_create: 'created',
  on_update: 'updated',
  on_delete: 'deleted',
};

/** What a draft is called that nobody named. */
export function nameOfSteps({ entity, triggerType, triggerConditions, actions }: Draft): string {
  const occasion = `${entity.slice(entity.indexOf('.') + 1)} ${EVENTS[triggerType] ?? triggerType}`;
  const limits = triggerConditions.map(
    ({ field_name, operator, value }) =>
      `, ${[field_name, operator, typeof value === 'object' ? '' : value].join(' ')}`,
  );
  const steps = actions.map(({ actionType }) => actionType).join(', ');
  const name = `${occasion}${limits.join('')}${steps && ': '}${steps}`.replaceAll('_', ' ').trim();
  return firstChars(capitalized(name), 200);
}
