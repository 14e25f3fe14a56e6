import { withoutExclusions } from '../../text/exclusions.js';
import { speaksOf, stemsOf, termsOf, type Term } from '../../text/terms.js';
import type { AnchorText, Excerpt } from '../judge.js';

/** What a word counts that the user asked, added, or that names what it is all about. */
const WEIGHTS = { question: 1, refinement: 0.5, entity: 0.5 } as const;

/** A text that speaks of this share of the anchor is all about it: no passage says everything. */
const ALL_ABOUT = 0.75;

/**
 * What makes a word count more. `rare`: few of the texts have it, so that it tells them apart when the best
 * are looked for. `shared`: most have it, so that it is what they are all about, and a text without it has
 * drifted, however many of the other words it has.
 */
export type Weighing = 'rare' | 'shared';

/**
 * How much each text has to do with the anchor, from 0 to 1: the share of the anchor's words it speaks of,
 * against what a passage that is all about it has. Its headings count as its text does; the title does not,
 * being the same for all of a document.
 */
export function relevanceTo(
  anchor: AnchorText,
  excerpts: readonly (Excerpt & { info: string })[],
  weighing: Weighing,
): number[] {
  const terms = weighedTerms(anchor);
  const spoken = excerpts.map(({ headingPath, text, info }) =>
    stemsOf([...headingPath, text, info].join(' '), anchor.language),
  );
  const says = terms.map(({ term }) => spoken.map((stems) => speaksOf(stems, term)));
  const weights = terms.map(({ weight }, at) => {
    const holders = (says[at] ?? []).filter(Boolean).length;
    return weight * factorOf(weighing, holders, excerpts.length);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return spoken.map((_, which) => {
    const said = weights.reduce((sum, weight, at) => sum + (says[at]?.[which] ? weight : 0), 0);
    return Math.min(1, said / (ALL_ABOUT * total));
  });
}

function factorOf(weighing: Weighing, holders: number, count: number): number {
  if (weighing === 'shared') return 0.5 + holders / Math.max(count, 1);
  return 1 + Math.log((count + 1) / (holders + 1)) / 2;
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
  add(anchor.refinements.map(withoutExclusions).join(' '), WEIGHTS.refinement);
  add(anchor.keyEntities.join(' '), WEIGHTS.entity);
  return [...found.values()];
}
