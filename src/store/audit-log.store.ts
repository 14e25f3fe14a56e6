import { createHash } from 'node:crypto';
import { defined } from '../foundation/defined.js';
import type { JsonObject } from '../foundation/json.js';
import type { Database, Queryable } from './database.js';
import { toJsonb } from './stored-text.js';

/** What is told of: each is written in the transaction of the change of state that it tells of. */
export type AuditAction =
  | 'proposed'
  | 'superseded'
  | 'approval_asked'
  | 'approved'
  | 'rejected'
  | 'set_accepted'
  | 'sent'
  | 'answered'
  | 'released'
  | 'cut';

export interface AuditEntry {
  at: Date;
  action: AuditAction;
  actor: string;
  /** Further facts, in wire names, without secrets. */
  facts: JsonObject;
}

/** An entry as it is stored; `hash` is that of `prev_hash`, `seq` and `entry`, with line feeds between them. */
export interface StoredAuditEntry {
  seq: number;
  prev_hash: string;
  hash: string;
  entry: string;
  /** What it tells of a preview, signed: a line each, with line feeds between them. */
  receipts: string | null;
}

/** The last entry: the number of entries there should be, and the hash that all of them lead to. */
export interface AuditHead {
  seq: number;
  hash: string;
}

export interface AuditReport {
  ok: boolean;
  entries: number;
  head: AuditHead;
  fault?: string;
}

/** Which entries to read: behind `after`, 200 when `limit` is left out. */
export interface AuditFilter {
  after?: number | undefined;
  limit?: number | undefined;
  previewId?: string | undefined;
  actor?: string | undefined;
}

/** Adds entries in their order, with their receipts; a transaction's last statement, for whoever adds waits for its end. */
export async function audit(
  tx: Queryable,
  entries: readonly AuditEntry[],
  receipts: readonly string[] = [],
): Promise<void> {
  const texts = entries.map(({ at, action, actor, facts }) =>
    toJsonb({ at: at.toISOString(), action, actor, ...facts }),
  );
  await tx.query(
    `insert into sextant.audit_log (entry, receipts)
     select entry, receipts from unnest($1::text[], $2::text[]) with ordinality as told(entry, receipts, nth)
     order by nth`,
    [texts, receipts],
  );
}

export function chainedHash(prevHash: string, seq: number, entry: string): string {
  return createHash('sha256').update(`${prevHash}\n${seq}\n${entry}`, 'utf8').digest('hex');
}

const BATCH = 500;

export class AuditLog {
  constructor(private readonly db: Queryable & Pick<Database, 'kind'>) {}

  async head(): Promise<AuditHead> {
    const [row] = await this.db.query<AuditHead>('select seq, hash from sextant.audit_head');
    return row ?? { seq: 0, hash: '' };
  }

  async list({ after = 0, limit = 200, ...filter }: AuditFilter = {}): Promise<StoredAuditEntry[]> {
    return this.db.query<StoredAuditEntry>(
      `select seq, prev_hash, hash, entry, receipts from sextant.audit_log
       where seq > $1 and ($2::text is null or preview_id = $2) and ($3::text is null or actor = $3)
       order by seq limit $4`,
      [after, filter.previewId ?? null, filter.actor ?? null, limit],
    );
  }

  async *entries(after = 0): AsyncGenerator<StoredAuditEntry> {
    for (let from = after; ;) {
      const batch = await this.list({ after: from, limit: BATCH });
      yield* batch;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      from = last.seq;
    }
  }

  /** Computes the chain again; an entry `known` from elsewhere tells a log that was written anew as a whole. */
  async verify(known?: AuditHead): Promise<AuditReport> {
    const head = await this.head();
    let entries = 0;
    let last: AuditHead | undefined;
    let fault: string | undefined;
    for await (const one of this.entries()) {
      const isOther = one.seq === known?.seq && one.hash !== known.hash;
      fault = faultOf(one, last) ?? (isOther ? `entry ${one.seq} is not the one noted` : undefined);
      if (fault !== undefined) break;
      entries += 1;
      last = { seq: one.seq, hash: one.hash };
      // What was added since is for the next look.
      if (one.seq === head.seq) break;
    }
    fault ??= endFault(head, last, known);
    return { ok: fault === undefined, entries, head, ...defined({ fault }) };
  }
}

/** Where the log does not end as its head tells, or ends before an entry that was noted elsewhere. */
function endFault(head: AuditHead, last: AuditHead | undefined, known: AuditHead | undefined) {
  const seq = last?.seq ?? 0;
  if (seq !== head.seq) return `entries behind ${seq} are missing`;
  if (last !== undefined && last.hash !== head.hash)
    return 'the last entry is not the one that the head tells of';
  return known !== undefined && known.seq > seq ? `entry ${known.seq} is missing` : undefined;
}

/** The first entry there is may follow others that were taken out with the operator's knowledge. */
function faultOf(
  { seq, prev_hash: prevHash, hash, entry }: StoredAuditEntry,
  last: AuditHead | undefined,
): string | undefined {
  if (last !== undefined && seq !== last.seq + 1) return `entries behind ${last.seq} are missing`;
  if (last !== undefined && prevHash !== last.hash)
    return `entry ${seq} does not follow ${last.seq}`;
  if (chainedHash(prevHash, seq, entry) !== hash) return `entry ${seq} was changed`;
  return undefined;
}
