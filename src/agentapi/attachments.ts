import { AppError } from '../foundation/errors.js';
import { isImageType } from '../foundation/image-type.js';
import type { JsonObject } from '../foundation/json.js';
import type { UserFile, UserFiles } from '../foundation/user-files.js';

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
  const found = await find(userId, ids);
  // A file that is not read is nothing to search: it is there for the model to see, or for a tool to send.
  const files = found.filter(({ kind }) => kind === 'file');
  const attachments = found.filter(({ kind }) => kind !== 'file');
  return {
    ...context,
    ...(attachments.length > 0 && { attachments }),
    ...(files.length > 0 && { files }),
  };
}

/** Of what a message takes along, the images. */
export async function imagesAmong(
  ids: readonly string[],
  userId: string,
  files: UserFiles | undefined,
): Promise<UserFile[]> {
  if (files === undefined) return [];
  const found = await Promise.all(ids.map((id) => files.find(userId, id)));
  return found.filter(({ contentType }) => isImageType(contentType));
}
