import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { isUuid } from '../foundation/ids.js';
import type { AuditEntry } from './audit-log.store.js';
import type { Database } from './database.js';
import { type StoredPreview, PREVIEW, toPreview, type PreviewRow } from './previews.model.js';
import type { ReceiptSigner } from './receipts.js';

export interface PreviewToApprove {
  owner: string;
  preview: StoredPreview;
}

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
    private readonly clock: Clock,
    private readonly receipts: ReceiptSigner,
  ) {}

  async list(
    { userId, roles }: Approver,
    { limit = 50, offset = 0 }: { limit?: number | undefined; offset?: number | undefined } = {},
  ): Promise<{ items: PreviewToApprove[]; total: number }> {
    const who = [userId, roles, this.clock()];
    const rows = await this.db.query<OwnedRow>(
      `select user_id as owner, ${PREVIEW} from sextant.previews
       where ${TO_APPROVE} order by created_at, id limit $4 offset $5`,
      [...who, limit, offset],
    );
    const [count] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from sextant.previews where ${TO_APPROVE}`,
      who,
    );
    return { items: rows.map(toItem), total: count?.total ?? 0 };
  }

  /** A preview that wants one of the approver's roles, whatever became of it; the owner's own included. */
  async find({ roles }: Approver, id: string): Promise<PreviewToApprove | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.db.query<OwnedRow>(
      `select user_id as owner, ${PREVIEW} from sextant.previews
       where id = $1 and approver_role = any($2::text[])`,
      [id, roles],
    );
    return rows[0] && toItem(rows[0]);
  }

  async approve({ userId, roles }: Approver, id: string): Promise<PreviewToApprove | undefined> {
    if (!isUuid(id)) return undefined;
    return this.decide(
      `update sextant.previews set approved_by = $1, approved_at = $3
       where id = $4 and ${TO_APPROVE} returning user_id as owner, ${PREVIEW}`,
      [userId, roles, this.clock(), id],
      { action: 'approved', actor: userId, facts: {} },
    );
  }

  /** Ends the preview as rejected; undefined when it does not wait for this approver (any more). */
  async reject({ userId, roles }: Approver, id: string, reason: string | undefined) {
    if (!isUuid(id)) return undefined;
    const outcome = { rejected_by: userId, ...(reason === undefined ? {} : { reason }) };
    return this.decide(
      `update sextant.previews set state = 'rejected', decided_at = $3, outcome = $5
       where id = $4 and ${TO_APPROVE} returning user_id as owner, ${PREVIEW}`,
      [userId, roles, this.clock(), id, outcome],
      { action: 'rejected', actor: userId, facts: defined({ reason }) },
    );
  }

  private async decide(
    query: string,
    values: readonly unknown[],
    { facts, ...entry }: Omit<AuditEntry, 'at'>,
  ): Promise<PreviewToApprove | undefined> {
    return this.db.transaction(async (tx) => {
      const [row] = await tx.query<OwnedRow>(query, values);
      if (row === undefined) return undefined;
      const item = toItem(row);
      const { id, changeSetId, position, kind, source, shown, approval } = item.preview;
      const of = { preview_id: id, change_set_id: changeSetId, position, kind, source };
      const more = { owner: item.owner, role: approval?.role, payload_sha256: shown.sha256 };
      await this.receipts.audit(tx, {
        ...entry,
        at: this.clock(),
        facts: { ...of, ...more, ...facts },
      });
      return item;
    });
  }
}

type OwnedRow = PreviewRow & { owner: string };

function toItem({ owner, ...row }: OwnedRow): PreviewToApprove {
  return { owner, preview: toPreview(row) };
}
