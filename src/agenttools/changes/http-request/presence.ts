import type { Image } from './read-image.js';
import type { RequestRules } from './request-rules.js';

/** True for a request that says nothing but that something is to be there. */
export function isPresence({ action }: Pick<RequestRules, 'action'>, body: unknown): boolean {
  return action === 'presence' || (action === 'replace' && body === undefined);
}

/**
 * Whether something is there; undefined where that is not known. An answer with content is not taken for a yes:
 * it may say `{"enabled": false}`.
 */
export function existsIn(image: Image): boolean | undefined {
  if (image.kind === 'missing') return false;
  return image.kind === 'present' ? true : undefined;
}
