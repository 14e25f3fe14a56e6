import { findAct } from './find-act.js';
import { labelsOf } from './labels.js';
import type { Reference } from './reference.js';

/** A provision as a list shows it. */
export interface CitedPlace {
  /** How it is cited: "StrlSchG § 70", "§ 12-104". */
  sourceId: string;
  /** The title of its law. */
  document: string;
}

/** True where the number is the provision's own and the law that is named with it, if one is, is its law. */
export function isCited(reference: Reference, { sourceId, document }: CitedPlace): boolean {
  const label = labelsOf(reference).find((one) => endsWith(sourceId, one));
  if (label === undefined || reference.document === undefined) return label !== undefined;
  const abbreviation = sourceId.slice(0, -label.length).trim();
  const act = { title: document, abbreviation, path: '' };
  return findAct(reference.document, [act]) !== undefined;
}

function endsWith(sourceId: string, label: string): boolean {
  const before = sourceId.at(-label.length - 1);
  return sourceId.endsWith(label) && (before === undefined || before === ' ');
}
