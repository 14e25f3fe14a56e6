import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { isUuid } from '../foundation/ids.js';
import type { Database } from './database.js';
import { changePreview, toOwned, type OwnedPreview } from './preview-log.js';
import { PREVIEW, type PreviewRow } from './previews.model.js';
import type { ReceiptSigner } from './receipts.js';

export interface Approver {
  userId: string;
  roles: readonly string[];
}

/** What somebody may approve: it waits, has not expired, is another user's, and wants one of these roles. */
const TO_APPROVE = `user_id <> $1 and approver_role = any($2::text[]) and approved_by is null
  and state = 'waiting' and expires_at > $3`;

export class PgApprovalStore {
  constructor(
    private readonly db: Database,
    readonly clock: Clock,
    readonly receipts: ReceiptSigner,
  ) {}

  async list(
    { userId, roles }: Approver,
    { limit = 50, offset = 0 }: { limit?: number | undefined; offset?: number | undefined } = {},
  ): Promise<{ items: OwnedPreview[]; total: number }> {
    const who = [userId, roles, this.clock()];
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews
       where ${TO_APPROVE} order by created_at, id limit $4 offset $5`,
      [...who, limit, offset],
    );
    const [count] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from sextant.previews where ${TO_APPROVE}`,
      who,
    );
    return { items: rows.map(toOwned), total: count?.total ?? 0 };
  }

  /** A preview that wants one of the approver's roles, whatever became of it; the owner's own included. */
  async find({ roles }: Approver, id: string): Promise<OwnedPreview | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews
       where id = $1 and approver_role = any($2::text[])`,
      [id, roles],
    );
    return rows[0] && toOwned(rows[0]);
  }

  async approve({ userId, roles }: Approver, id: string): Promise<OwnedPreview | undefined> {
    if (!isUuid(id)) return undefined;
    const query = `update sextant.previews set approved_by = $1, approved_at = $3
       where id = $4 and ${TO_APPROVE} returning ${PREVIEW}`;
    const values = [userId, roles, this.clock(), id];
    return changePreview(this.db, this, [query, values], (changed) => ({
      action: 'approved',
      actor: userId,
      facts: factsOf(changed),
    }));
  }

  /** Ends the preview as rejected; undefined when it does not wait for this approver (any more). */
  async reject({ userId, roles }: Approver, id: string, reason: string | undefined) {
    if (!isUuid(id)) return undefined;
    const outcome = { rejected_by: userId, ...(reason === undefined ? {} : { reason }) };
    const query = `update sextant.previews set state = 'rejected', decided_at = $3, outcome = $5
       where id = $4 and ${TO_APPROVE} returning ${PREVIEW}`;
    const values = [userId, roles, this.clock(), id, outcome];
    return changePreview(this.db, this, [query, values], (changed) => ({
      action: 'rejected',
      actor: userId,
      facts: { ...factsOf(changed), ...defined({ reason }) },
    }));
  }
}

function factsOf({ owner, preview: { approval } }: OwnedPreview) {
  return { owner, role: approval?.role };
}
