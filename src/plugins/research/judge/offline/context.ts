import { findReferences } from '../../../../references/find-references.js';
import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut, withoutExclusions } from '../../text/exclusions.js';
import { comparable, speaksOf, stemsOf, termsOf, type Term } from '../../text/terms.js';
import type { ContextAnalysis, Excerpt, Inquiry } from '../judge.js';

const CONCEPTS = 12;
const MAX_GAPS = 5;
const GAPS_OF_REFERENCES = 2;
const GAPS_OF_HEADINGS = 2;
/** The passages that speak of the question itself; those behind them stand near by. */
const NEAREST = 4;

/**
 * Concepts: the question's words of content, then those of the best passages' headings. Coverage: the share
 * of the question's concepts that a passage speaks of together with another one of them. Gaps, in this
 * order: concepts of the question that are not covered, sections that the passages refer to most often and
 * that were not found, headings near by that speak of something else.
 */
export function analyseContext(
  inquiry: Inquiry & { passages: readonly Excerpt[] },
): ContextAnalysis {
  const { question, language, refinements, passages } = inquiry;
  const asked = termsOf([question, ...refinements.map(withoutExclusions)].join(' '), language);
  const spoken = passages.map((passage) => stemsOf(textOf(passage), language));
  const covered = asked.filter((term) => isCovered(term, asked, spoken));
  const left = refinements.flatMap(exclusionsOf);
  const settled = new Set(inquiry.settled.map(comparable));
  const gaps = [
    ...asked.filter((term) => !covered.includes(term)).map(({ word }) => written(word, inquiry)),
    ...unreadSections(passages).slice(0, GAPS_OF_REFERENCES),
    ...otherHeadings(asked, inquiry).slice(0, GAPS_OF_HEADINGS),
  ].filter((gap) => !settled.has(comparable(gap)) && !isLeftOut(gap, left, language));
  return {
    concepts: conceptsOf(asked, inquiry),
    gaps: [...new Set(gaps)].slice(0, MAX_GAPS),
    coverage: asked.length === 0 ? 0 : covered.length / asked.length,
  };
}

/** A word that only stands alone somewhere, without the question's other words, is not answered. */
function isCovered(
  term: Term,
  asked: readonly Term[],
  spoken: readonly ReadonlySet<string>[],
): boolean {
  return spoken.some(
    (stems) =>
      speaksOf(stems, term) &&
      (asked.length === 1 || asked.some((other) => other !== term && speaksOf(stems, other))),
  );
}

function conceptsOf(
  asked: readonly Term[],
  { language, passages, ...inquiry }: Inquiry & { passages: readonly Excerpt[] },
): string[] {
  const own = asked.map(({ word }) => written(word, { language, ...inquiry }));
  const headings = passages.slice(0, NEAREST).map((passage) => headingOf(passage));
  const further = headings.flatMap((heading) => nounsOf(heading));
  const known = new Set(own.map(comparable));
  return [...own, ...further.filter((word) => !known.has(comparable(word)))]
    .filter((word, at, all) => all.indexOf(word) === at)
    .slice(0, CONCEPTS);
}

/** A word as the user wrote it. */
function written(word: string, { question, refinements }: Inquiry): string {
  const words = [question, ...refinements].join(' ').match(/[\p{L}\p{N}-]+/gu) ?? [];
  return words.find((each) => each.toLowerCase() === word) ?? word;
}

/** Sections that are referred to, without those that were found, the most often named first. */
function unreadSections(passages: readonly Excerpt[]): string[] {
  const read = new Set(
    passages.flatMap(({ headingPath }) =>
      findReferences(headingPath.join(' ')).map(({ number }) => number),
    ),
  );
  const times = new Map<string, number>();
  for (const { text } of passages) {
    for (const { kind, number, document } of findReferences(text)) {
      if (kind !== 'section' || document !== undefined || read.has(number)) continue;
      times.set(number, (times.get(number) ?? 0) + 1);
    }
  }
  return [...times]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .map(([number]) => `§ ${number}`);
}

/** Headings of further passages that speak of more than the question does. */
function otherHeadings(
  asked: readonly Term[],
  { language, passages }: Inquiry & { passages: readonly Excerpt[] },
): string[] {
  const stems = new Set(asked.map(({ stem }) => stem));
  return passages.slice(NEAREST).flatMap((passage) => {
    const heading = headingOf(passage);
    const terms = termsOf(heading, language);
    const isOther = terms.length > 0 && !terms.some((term) => speaksOf(stems, term));
    return isOther ? [heading] : [];
  });
}

function nounsOf(text: string): string[] {
  return text.match(/\p{Lu}[\p{L}-]{3,}/gu) ?? [];
}

function textOf({ headingPath, text }: Excerpt): string {
  return `${headingPath.join(' ')} ${text}`;
}
