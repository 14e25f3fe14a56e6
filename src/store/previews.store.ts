import type { Clock } from '../foundation/clock.js';
import { AppError } from '../foundation/errors.js';
import { isUuid, newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { Database } from './database.js';
import { toJsonb, toText } from './stored-text.js';

/** Where a preview stands. `applying`: accepted, the platform has not answered yet. */
export type PreviewState = 'waiting' | 'applying' | 'accepted' | 'rejected' | 'failed';

/** A change that was shown to a user and waits for the decision. */
export interface StoredPreview {
  id: string;
  runId: string;
  conversationId: string;
  toolUseId: string;
  /** The event it was shown as, e.g. `workflow_preview`. */
  kind: string;
  description: string;
  /** Exactly the body that accepting sends to the platform. */
  payload: JsonObject;
  /** The rule or config it changes; absent for a new one. */
  targetId?: string;
  state: PreviewState;
  createdAt: Date;
  decidedAt?: Date;
  /** What accepting led to: the platform's answer or error. */
  outcome?: JsonObject;
}

/** What the caller knows of a preview; `id` is made up when absent. */
export type NewPreview = Omit<
  StoredPreview,
  'id' | 'state' | 'createdAt' | 'decidedAt' | 'outcome'
> & { id?: string | undefined; userId: string };

interface PreviewRow {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  kind: string;
  description: string;
  payload: JsonObject;
  target_id: string | null;
  state: PreviewState;
  created_at: Date;
  decided_at: Date | null;
  outcome: JsonObject | null;
}

const COLUMNS =
  'id, run_id, conversation_id, tool_use_id, kind, description, payload, target_id, state,' +
  ' created_at, decided_at, outcome';

/** Previews in PostgreSQL; every method sees only the given user's own. */
export class PgPreviewStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a preview as `waiting`; rejects with `conflict` when its id is taken. */
  async save(preview: NewPreview): Promise<{ id: string }> {
    const id = preview.id ?? newId();
    const [row] = await this.db.query<{ id: string }>(
      `insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind,
         description, payload, target_id, state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10)
       on conflict (id) do nothing returning id`,
      [
        id,
        preview.userId,
        preview.runId,
        preview.conversationId,
        toText(preview.toolUseId),
        preview.kind,
        toText(preview.description),
        toJsonb(preview.payload),
        preview.targetId === undefined ? null : toText(preview.targetId),
        this.clock(),
      ],
    );
    if (row) return { id: row.id };
    throw new AppError('conflict', `A preview ${id} exists already: every preview has its own id.`);
  }

  /** The user's preview with this id; `undefined` when there is none. */
  async find(userId: string, id: string): Promise<StoredPreview | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.query<PreviewRow>(
      `select ${COLUMNS} from sextant.previews where id = $1 and user_id = $2`,
      [id, userId],
    );
    return row && toPreview(row);
  }

  /** The user's previews, newest first; only those in `state` when given. */
  async list(userId: string, filter: { state?: PreviewState } = {}): Promise<StoredPreview[]> {
    const rows = await this.db.query<PreviewRow>(
      `select ${COLUMNS} from sextant.previews
       where user_id = $1 and ($2::text is null or state = $2)
       order by created_at desc, id`,
      [userId, filter.state ?? null],
    );
    return rows.map(toPreview);
  }
}

function toPreview(row: PreviewRow): StoredPreview {
  return {
    id: row.id,
    runId: row.run_id,
    conversationId: row.conversation_id,
    toolUseId: row.tool_use_id,
    kind: row.kind,
    description: row.description,
    payload: row.payload,
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    state: row.state,
    createdAt: row.created_at,
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
  };
}
