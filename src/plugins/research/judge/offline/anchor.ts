import { firstChars } from '../../../../foundation/first-chars.js';
import { findReferences } from '../../../../references/find-references.js';
import type { ResearchLanguage } from '../../state.js';
import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut, withoutExclusions } from '../../text/exclusions.js';
import { comparable, termsOf } from '../../text/terms.js';
import type { AnchorFacts, AnchorText, Excerpt, Inquiry } from '../judge.js';
import { alternativeQueries } from './queries.js';
import { extractFrom } from './extraction.js';

const MAX_ENTITIES = 8;
const MAX_QUERIES = 3;
const SUMMARY_PASSAGES = 3;
const SCOPE_CHARS = 600;

const phrases = {
  de: { narrowed: 'Eingegrenzt durch', leftOut: 'Außer Acht bleibt', in: 'Gesucht in' },
  en: { narrowed: 'Narrowed by', leftOut: 'Left out', in: 'Searched in' },
} as const;

/** What the question and the user's replies name, put together without adding anything. */
export function anchorFacts(inquiry: Inquiry & { passages: readonly Excerpt[] }): AnchorFacts {
  const { question, refinements, language, passages } = inquiry;
  const keyEntities = entitiesOf(inquiry);
  const anchor = { originalQuery: question, language, keyEntities, scope: '', refinements };
  return {
    keyEntities,
    scope: scopeOf(inquiry),
    researchQueries: [question, ...alternativeQueries(inquiry)].slice(0, MAX_QUERIES),
    contextSummary: summaryOf(
      anchor,
      passages.filter(
        (passage) => !isLeftOut(headingOf(passage), refinements.flatMap(exclusionsOf), language),
      ),
    ),
  };
}

/** Names and nouns of the question, then of the replies, with the sections they name; all words where there are no names. */
export function entitiesOf({
  question,
  refinements,
  language,
}: Pick<Inquiry, 'question' | 'refinements' | 'language'>): string[] {
  const texts = [question, ...refinements.map(withoutExclusions)];
  const sections = texts.flatMap((text) => findReferences(text).map(({ raw }) => raw));
  const left = refinements.flatMap(exclusionsOf);
  const names = [
    ...namesOf(question, language),
    ...refinements.flatMap((text) => namesOf(withoutExclusions(text), language, question)),
  ];
  const words = termsOf(question, language).map(({ word }) => word);
  const found = [...sections, ...(names.length === 0 ? words : names)];
  const compared = found.map(comparable);
  return found
    .filter((_, at) => compared.indexOf(compared[at] ?? '') === at)
    .filter((name) => !isLeftOut(name, left, language))
    .slice(0, MAX_ENTITIES);
}

/**
 * Capitalised words that say something, with a word of content before them: in German the nouns
 * ("radioaktiven Stoffen"), in English names, and abbreviations in both.
 */
function namesOf(text: string, language: ResearchLanguage, question?: string): string[] {
  const known = new Set(termsOf(text, language).map(({ word }) => word));
  const words = text.match(/[\p{L}\p{N}-]+|[^\p{L}\p{N}\s-]/gu) ?? [];
  return words.flatMap((word, at) => {
    if (!/^\p{Lu}[\p{L}\p{N}-]{2,}/u.test(word) || !known.has(word.toLowerCase())) return [];
    const before = words[at - 1] ?? '';
    // A reply begins with a capital whatever its first word is: that alone makes no subject.
    const opens = question !== undefined && (at === 0 || /^[.!?:]$/.test(before));
    if (opens && !question.toLowerCase().includes(word.toLowerCase())) return [];
    return /^\p{Ll}/u.test(before) && known.has(before) ? [`${before} ${word}`] : [word];
  });
}

function scopeOf({
  question,
  refinements,
  language,
  passages,
}: Inquiry & { passages: readonly Excerpt[] }): string {
  const say = phrases[language];
  const titles = [...new Set(passages.map(({ title }) => title))];
  const wanted = refinements.map(withoutExclusions).filter((text) => text !== '');
  const left = refinements.flatMap(exclusionsOf);
  const parts = [
    question,
    ...(wanted.length === 0 ? [] : [`${say.narrowed}: ${wanted.join(' ')}`]),
    ...(left.length === 0 ? [] : [`${say.leftOut}: ${left.join('; ')}`]),
    ...(titles.length === 0 ? [] : [`${say.in}: ${titles.join('; ')}`]),
  ];
  return firstChars(parts.join(' — '), SCOPE_CHARS);
}

function summaryOf(anchor: AnchorText, passages: readonly Excerpt[]): string {
  return passages
    .slice(0, SUMMARY_PASSAGES)
    .map((passage) => {
      const { info } = extractFrom(passage, { anchor, task: anchor.originalQuery });
      return info === '' ? '' : `${headingOf(passage)}: ${info}`;
    })
    .filter((text) => text !== '')
    .join('\n');
}
