import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { SeenAgain } from '../change-kind.js';
import { sentObject } from './envelope.js';
import { factsOf, hashOf, toFacts } from './request-facts.js';
import { readImage } from './read-image.js';

/** Reads again what a request changes; undefined where there is nothing to compare, or it cannot be read. */
export async function lookAgain(
  payload: JsonObject,
  kept: JsonObject,
  read: ReadClient,
): Promise<SeenAgain | undefined> {
  const facts = toFacts(kept);
  const { twin, hash, rules, compared, etag } = facts;
  if (twin === undefined || hash === undefined) return undefined;
  const image = await readImage(read, twin);
  if (image.kind === 'unread') return undefined;
  const isSame =
    hashOf(image, compared) === hash && (image.kind !== 'value' || image.etag === etag);
  const { before: _before, etag: _etag, existed: _existed, ...rest } = facts;
  const now = factsOf(rules, twin, image, sentObject(payload['body'], rules.envelope));
  return { isSame, facts: { ...rest, ...defined({ ...now }) } as unknown as JsonObject };
}
