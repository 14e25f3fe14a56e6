import { findReferences } from '../../../../src/references/find-references.js';
import { isCited } from '../../../../src/references/find-act.js';
import { namedAt, type Provision } from './provisions.js';

/** Where a text names a provision, and which place in it. */
export interface NamedProvision {
  start: number;
  end: number;
  id: number;
  /** "Abs. 2 Satz 1". */
  detail: string | undefined;
}

/** Where a text names some of these provisions, in its order: as people cite them, or by their names. A number that several have is none's. */
export function namedProvisions(text: string, provisions: readonly Provision[]): NamedProvision[] {
  const found = findReferences(text).flatMap((reference) => {
    const [one, another] = provisions.filter(
      ({ source_id: sourceId, document }) =>
        reference.kind !== 'document' && isCited(reference, { sourceId, document }),
    );
    if (one === undefined || another !== undefined) return [];
    const { start, end, detail } = reference;
    return [{ start, end, id: one.id, detail }];
  });
  for (const { id, source_id: name } of provisions) {
    for (let at = namedAt(text, name); at >= 0; at = namedAt(text, name, at + name.length)) {
      found.push({ start: at, end: at + name.length, id, detail: undefined });
    }
  }
  return withoutOverlaps(found);
}

/** Of two that share words the longer; of equal ones the first, as of the members of a range. */
function withoutOverlaps(found: readonly NamedProvision[]): NamedProvision[] {
  const kept: NamedProvision[] = [];
  const lengthOf = ({ start, end }: NamedProvision) => end - start;
  for (const one of found.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    if (kept.every(({ start, end }) => end <= one.start || start >= one.end)) kept.push(one);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}
