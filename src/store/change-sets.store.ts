import type { Clock } from '../foundation/clock.js';
import { AppError, conflict, invalidArguments, notFound } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import { isUuid, newId } from '../foundation/ids.js';
import { audit } from './audit-log.store.js';
import { withoutNulls, type Database, type Queryable } from './database.js';
import {
  type StoredPreview,
  PREVIEW,
  toPreview,
  type PreviewRow,
  type PreviewState,
} from './previews.model.js';
import { toJsonb } from './stored-text.js';

/** The changes of one run in their order, or those that undo another set. */
export interface StoredChangeSet {
  id: string;
  runId: string;
  conversationId: string;
  undoOf?: string;
  chosen?: ChosenSteps;
  /** Of one that undoes another: what it cannot take back. */
  leftOut?: readonly LeftOut[];
  createdAt: Date;
  steps: readonly StoredPreview[];
}

/** The changes of a set that were accepted together, so that applying can continue after a crash. */
export interface ChosenSteps {
  ids: readonly string[];
  edits: Readonly<Record<string, JsonObject>>;
}

export interface LeftOut {
  position: number;
  description: string;
  why: string;
}

interface PlaceInSet {
  changeSetId: string;
  position: number;
}

export const MAX_SET = 500;

interface SetOrigin {
  userId: string;
  runId: string;
  conversationId: string;
  changeSetId?: string | undefined;
}

/** The next place in a set, made where it is absent and locked until the transaction ends; `call_limit` past {@link MAX_SET}. */
export async function takePlace(tx: Queryable, origin: SetOrigin, now: Date): Promise<PlaceInSet> {
  const { userId, runId, conversationId, changeSetId } = origin;
  if (changeSetId === undefined)
    await tx.query(
      `insert into sextant.change_sets (id, user_id, run_id, conversation_id, created_at)
       values ($1, $2, $3, $4, $5) on conflict (user_id, run_id) where undo_of is null do nothing`,
      [newId(), userId, runId, conversationId, now],
    );
  const [set] = await tx.query<{ id: string }>(
    `select id from sextant.change_sets where user_id = $1
       and (id = $2 or ($2::uuid is null and run_id = $3 and undo_of is null)) for update`,
    [userId, changeSetId ?? null, runId],
  );
  if (set === undefined) throw notFound('There is no such change set.');
  const [last] = await tx.query<{ position: number }>(
    `select coalesce(max(position), 0)::int as position from sextant.previews
     where change_set_id = $1`,
    [set.id],
  );
  const position = (last?.position ?? 0) + 1;
  if (position <= MAX_SET) return { changeSetId: set.id, position };
  throw new AppError(
    'call_limit',
    `A change set has at most ${MAX_SET} changes, and this one is full: nothing more was proposed. Tell the user to decide on these first.`,
  );
}

export class PgChangeSetStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The user's set with its changes in order, or those at the given positions; undefined when there is none. */
  async find(userId: string, id: string, positions?: readonly number[]) {
    if (!isUuid(id)) return undefined;
    const [set] = await this.db.query<Omit<StoredChangeSet, 'steps'>>(
      `select id, run_id as "runId", conversation_id as "conversationId", undo_of as "undoOf", chosen,
         left_out as "leftOut", created_at as "createdAt"
       from sextant.change_sets where id = $1 and user_id = $2`,
      [id, userId],
    );
    if (set === undefined) return undefined;
    const steps = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews where change_set_id = $1 and user_id = $2
         and ($3::int[] is null or position = any ($3))
       order by position`,
      [id, userId, positions ?? null],
    );
    return { ...withoutNulls(set), steps: steps.map(toPreview) };
  }

  /** Notes what was accepted; `conflict` where another server noted something else since `before` was read. */
  async choose(userId: string, id: string, chosen: ChosenSteps, before?: ChosenSteps) {
    const facts = {
      change_set_id: id,
      preview_ids: chosen.ids,
      edited_ids: Object.keys(chosen.edits),
    };
    await this.db.transaction(async (tx) => {
      const [noted] = await tx.query(
        `update sextant.change_sets set chosen = $3 where id = $1 and user_id = $2
           and (chosen is not distinct from $4 or chosen = $3) returning 1`,
        [id, userId, chosen, before ?? null],
      );
      if (noted === undefined)
        throw conflict(
          'Other changes of this set were accepted at this moment, so nothing was sent for this. Look at the set again, and accept what is still missing.',
        );
      await audit(tx, [{ at: this.clock(), action: 'set_accepted', actor: userId, facts }]);
    });
  }

  undosOf(userId: string, id: string) {
    return undosOf(this.db, userId, id, this.clock());
  }
}

export const UNDO = 'undo_';

/** Of the sets that take one back: that which waits or is being applied, and the tool uses of what was applied and not put back since. */
async function undosOf(db: Queryable, userId: string, id: string, now: Date) {
  const rows = await db.query<{ id: string; use: string; isOpen: boolean; isBack: boolean }>(
    `select s.id, p.tool_use_id as use,
       p.state = 'applying' or (p.state = 'waiting' and p.expires_at > $3) as "isOpen",
       p.state = 'accepted' and not exists (
         select from sextant.previews q
         join sextant.change_sets again on again.id = q.change_set_id
         where again.undo_of = s.id and q.state = 'accepted'
           and q.tool_use_id = '${UNDO}' || p.tool_use_id) as "isBack"
     from sextant.previews p join sextant.change_sets s on s.id = p.change_set_id
     where s.user_id = $1 and s.undo_of = $2 order by s.created_at desc`,
    [userId, id, now],
  );
  const back = new Set(rows.filter(({ isBack }) => isBack).map(({ use }) => use));
  return { open: rows.find(({ isOpen }) => isOpen)?.id, back };
}

export interface NewUndo {
  id: string;
  userId: string;
  undone: StoredChangeSet;
  leftOut: readonly LeftOut[];
}

/** Adds a set that takes another back, which is locked until the transaction ends; answers an open one in its place. */
export async function addUndo(
  tx: Queryable,
  { id, userId, undone, leftOut }: NewUndo,
  uses: readonly string[],
  now: Date,
): Promise<string> {
  await tx.query('select from sextant.change_sets where id = $1 for update', [undone.id]);
  const { open, back } = await undosOf(tx, userId, undone.id, now);
  if (open !== undefined) return open;
  if (uses.some((use) => back.has(use)))
    throw conflict('Changes of this set were taken back at this moment. Ask again for the rest.');
  await tx.query(
    `insert into sextant.change_sets
       (id, user_id, run_id, conversation_id, undo_of, created_at, left_out)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      userId,
      undone.runId,
      undone.conversationId,
      undone.id,
      now,
      leftOut.length === 0 ? null : toJsonb(leftOut),
    ],
  );
  return id;
}

export interface EarlierChange {
  position: number;
  kind: string;
  facts: JsonObject | null;
}

/** What a change refers to: places in its set, and what rejects that those changes cannot give it. */
export interface References {
  refersTo?: readonly number[];
  checkReferences?: (earlier: readonly EarlierChange[]) => void;
}

/** A reference leads back: to a change that is there already. */
export async function requireReferences(
  db: Queryable,
  { refersTo = [], checkReferences }: References,
  { changeSetId, position }: PlaceInSet,
): Promise<void> {
  requireEarlier(refersTo, position);
  if (refersTo.length === 0 || checkReferences === undefined) return;
  checkReferences(
    await db.query<EarlierChange>(
      'select position, kind, facts from sextant.previews where change_set_id = $1 and position = any($2)',
      [changeSetId, refersTo],
    ),
  );
}

function requireEarlier(positions: readonly number[], own: number): void {
  const wrong = positions.find((position) => position < 1 || position >= own);
  if (wrong === undefined) return;
  const known = own === 1 ? 'there is none yet' : `known are change_1 to change_${own - 1}`;
  throw invalidArguments(
    `change_${wrong} is no earlier change of this conversation turn (${known}), so nothing was proposed. Refer to the "ref" that proposing a change answered, and propose what others need first.`,
  );
}

/** How many changes of a source a set of the user's has in these states; of others than `beside`. */
export async function countInSet(
  db: Queryable,
  {
    userId,
    changeSetId,
    source,
    beside,
  }: { userId: string; changeSetId: string; source?: string | undefined; beside?: string },
  states: readonly PreviewState[],
) {
  const [row] = await db.query<{ changes: number; deletes: number }>(
    `select count(*)::int as changes,
       (count(*) filter (where payload->>'method' = 'DELETE'))::int as deletes
     from sextant.previews
     where change_set_id = $1 and user_id = $2 and source is not distinct from $3
       and state = any($4::text[]) and id is distinct from $5::uuid`,
    [changeSetId, userId, source ?? null, states, beside ?? null],
  );
  return row ?? { changes: 0, deletes: 0 };
}

/** What is being sent of a set or was; until the transaction ends the set is locked, so that two at once count each other. */
export async function countSent(tx: Queryable, of: Parameters<typeof countInSet>[1]) {
  await tx.query('select from sextant.change_sets where id = $1 for update', [of.changeSetId]);
  return countInSet(tx, of, ['applying', 'accepted', 'unknown']);
}

export interface SetLimits {
  changes?: number | undefined;
  deletes?: number | undefined;
}

/** The operator's limit that one more change is beyond, in words; `count` is asked only where one could be. */
export async function limitReached(
  { changes: mostChanges = Infinity, deletes: mostDeletes = Infinity }: SetLimits,
  payload: JsonObject,
  count: () => Promise<{ changes: number; deletes: number }>,
): Promise<string | undefined> {
  const most = payload['method'] === 'DELETE' ? mostDeletes : Infinity;
  if (mostChanges === Infinity && most === Infinity) return undefined;
  const { changes, deletes } = await count();
  if (changes >= mostChanges) return `${mostChanges} changes`;
  return deletes >= most ? `${mostDeletes} deletions` : undefined;
}
