import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { PlaceInSet } from './change-sets.store.js';
import type { Queryable } from './database.js';

/** A change that a later one refers to. */
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
  throw new AppError(
    'invalid_arguments',
    `change_${wrong} is no earlier change of this conversation turn (${known}), so nothing was proposed. Refer to the "ref" that proposing a change answered, and propose what others need first.`,
  );
}
