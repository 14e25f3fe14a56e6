import { isObject } from '../../../../src/foundation/json.js';
import type { RunView } from '../../run/run-view.js';

/** What the server says of an answer that cites nothing: whether the documents were searched for it; undefined of others. */
export function withoutSources({ items }: RunView): { searched: boolean } | undefined {
  const found = items.findLast(
    (item) => item.kind === 'other' && item.event === 'answer_without_sources',
  );
  if (found?.kind !== 'other' || !isObject(found.data)) return undefined;
  return { searched: found.data['searched'] === true };
}
