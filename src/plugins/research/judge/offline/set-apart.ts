import { questionExclusionsOf } from '../../text/exclusions.js';
import type { AnchorText, Inquiry } from '../judge.js';

/** The question without what it leaves out itself, which then holds as what the user added. */
export function questionApart(inquiry: Inquiry): Inquiry {
  const { question, left } = questionExclusionsOf(inquiry.question);
  return { ...inquiry, question, refinements: [...left, ...inquiry.refinements] };
}

/** The same of an anchor; names that are left out are none of its own. */
export function anchorApart(anchor: AnchorText): AnchorText {
  const { question, left } = questionExclusionsOf(anchor.originalQuery);
  return { ...anchor, originalQuery: question, refinements: [...left, ...anchor.refinements] };
}
