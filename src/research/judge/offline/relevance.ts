import { speaksOf, stemsOf, termsOf, type Term } from '../../text/terms.js';
import type { AnchorText, Excerpt } from '../judge.js';

/** What a word counts that the user asked, added, or that names what it is all about. */
const WEIGHTS = { question: 1, refinement: 0.5, entity: 0.5 } as const;

/** A text that speaks of this share of the anchor is all about it: no passage says everything. */
const ALL_ABOUT = 0.6;

/**
 * How much each text has to do with the anchor, from 0 to 1: the share of the anchor's words it speaks of,
 * rare ones among the texts counting more, against what a passage that is all about it has. Its headings
 * count as its text does; the title does not, being the same for all of a document.
 */
export function relevanceTo(
  anchor: AnchorText,
  excerpts: readonly (Excerpt & { info: string })[],
): number[] {
  const terms = weighedTerms(anchor);
  const spoken = excerpts.map(({ headingPath, text, info }) =>
    stemsOf([...headingPath, text, info].join(' '), anchor.language),
  );
  const says = terms.map(({ term }) => spoken.map((stems) => speaksOf(stems, term)));
  const weights = terms.map(({ weight }, at) => {
    const holders = (says[at] ?? []).filter(Boolean).length;
    return weight * (1 + Math.log((excerpts.length + 1) / (holders + 1)) / 2);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return spoken.map((_, which) => {
    const said = weights.reduce((sum, weight, at) => sum + (says[at]?.[which] ? weight : 0), 0);
    return Math.min(1, said / (ALL_ABOUT * total));
  });
}

function weighedTerms(anchor: AnchorText): { term: Term; weight: number }[] {
  const found = new Map<string, { term: Term; weight: number }>();
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text, anchor.language)) {
      const known = found.get(term.stem);
      found.set(term.stem, { term, weight: Math.max(weight, known?.weight ?? 0) });
    }
  };
  add(anchor.originalQuery, WEIGHTS.question);
  add(anchor.refinements.join(' '), WEIGHTS.refinement);
  add(anchor.keyEntities.join(' '), WEIGHTS.entity);
  return [...found.values()];
}
