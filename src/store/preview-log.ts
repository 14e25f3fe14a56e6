import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import type { JsonObject } from '../foundation/json.js';
import type { AuditEntry } from './audit-log.store.js';
import type { Database, Queryable } from './database.js';
import { toPreview, type PreviewRow, type StoredPreview } from './previews.model.js';
import type { ReceiptSigner } from './receipts.js';

/** What tells of previews: in the transaction in which they change. */
export interface PreviewLog {
  clock: Clock;
  receipts: ReceiptSigner;
}

type Told = Pick<AuditEntry, 'action' | 'actor' | 'facts'>;

export function entryOf(
  { clock }: PreviewLog,
  { id, changeSetId, position, kind, source, shown }: StoredPreview,
  { facts, ...told }: Told,
): AuditEntry {
  const common = {
    preview_id: id,
    kind,
    payload_sha256: shown.sha256,
    ...defined({ change_set_id: changeSetId, position, source }),
  };
  return { at: clock(), ...told, facts: { ...common, ...facts } };
}

/** A preview, and whose it is. */
export interface OwnedPreview {
  owner: string;
  preview: StoredPreview;
}

export function toOwned(row: PreviewRow): OwnedPreview {
  return { owner: row.owner, preview: toPreview(row) };
}

/** Changes one preview and tells of it; undefined where none was as the query wants it. `first` may refuse it. */
export async function changePreview(
  db: Database,
  log: PreviewLog,
  [query, values]: readonly [query: string, values: readonly unknown[]],
  entryFor: (changed: OwnedPreview) => Told,
  first?: (tx: Queryable) => Promise<void>,
): Promise<OwnedPreview | undefined> {
  return db.transaction(async (tx) => {
    await first?.(tx);
    const [row] = await tx.query<PreviewRow>(query, values);
    if (row === undefined) return undefined;
    const changed = toOwned(row);
    await log.receipts.audit(tx, [entryOf(log, changed.preview, entryFor(changed))]);
    return changed;
  });
}

const MAX_LOGGED = 64 * 1024;

/** What is too long for the log is told by its size; the hash is there in any case. */
export function loggable(value: JsonObject | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const { length } = JSON.stringify(value);
  return length <= MAX_LOGGED ? value : { left_out_characters: length };
}
