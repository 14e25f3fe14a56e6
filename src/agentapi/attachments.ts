import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';

/** What a message may take along, at most. */
export const MAX_ATTACHMENTS = 10;

/**
 * Looks up what a message takes along, by ids: what the run is told of each, in their order. Rejects with `not_found` for
 * an id of nobody or of somebody else, and with `conflict` for what cannot be searched.
 */
export type FindAttachments = (
  userId: string,
  ids: readonly string[],
) => Promise<readonly JsonObject[]>;

/** The page's context with what the message takes along under `attachments`. */
export async function withAttachments(
  context: JsonObject,
  { ids, userId, find }: { ids: readonly string[]; userId: string; find?: FindAttachments },
): Promise<JsonObject> {
  if (ids.length === 0) return context;
  if (find === undefined)
    throw new AppError('invalid_request', 'This server has nothing that takes attachments.', [
      { path: 'attachments', message: 'must be left out' },
    ]);
  return { ...context, attachments: [...(await find(userId, ids))] };
}
