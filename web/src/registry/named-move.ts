import type { UiAction } from '../run/run-items.js';
import type { PageMove } from './plugin.js';

/** The way to a thing of `kind` that an agent names by its id; undefined when it asks for something else. */
export function namedMove(
  { action, target: { kind, id, name } }: UiAction,
  wanted: string,
  addressOf: (id: string) => string,
): PageMove | undefined {
  if (action !== 'navigate_to' || kind !== wanted || typeof id !== 'string') return undefined;
  return { name: typeof name === 'string' && name !== '' ? name : id, to: addressOf(id) };
}
