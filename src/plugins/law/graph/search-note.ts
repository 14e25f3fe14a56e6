import { askedReferences } from '../../../references/asked-references.js';
import { isCited } from '../../../references/is-cited.js';
import type { NodeName } from './explorer-client.js';

/** So many references are named. */
const NAMED = 5;

/** What the model should know of a search: that what it cites is not there, or that nothing was found. */
export function noteOf(search: string, nodes: readonly NodeName[]): string | undefined {
  const missing = askedReferences(search).filter(
    (one) => one.kind !== 'document' && !nodes.some((node) => isCited(one, node)),
  );
  if (missing.length > 0) {
    const names = [...new Set(missing.map(({ raw }) => raw))].slice(0, NAMED).join(', ');
    const others = nodes.length === 0 ? '' : ', and these nodes only have words of the search';
    return `The graph does not have ${names}${others}. Say so; do not answer from memory what it says.`;
  }
  return nodes.length === 0
    ? 'No node has these words. Try fewer words, or another word for the same thing.'
    : undefined;
}
