import { coverage } from '../language/text-coverage.js';
import { wordsOf, type Language } from '../language/question-language.js';
import { lackingTerms, rankSentences, type Candidate } from './choose.js';
import type { FoundChunk } from './found.js';
import type { Question } from './question.js';
import { withPlaces } from './statements.js';

/** What an answer is put together from. */
export interface Selection {
  /** The sentences to quote, the best first; empty when nothing fits. */
  sentences: readonly Candidate[];
  /** `editions`: documents that say different things, one sentence each; `nearest`: they only come near. */
  kind: 'answer' | 'nearest' | 'editions' | 'nothing';
  /** The word of what is asked about, where nothing found has it. */
  unknown?: string;
}

/** Whether what was chosen answers the question. */
export function answers({ kind }: Selection): boolean {
  return kind === 'answer' || kind === 'editions';
}

/** From here a sentence answers, from there it only comes near; below it has nothing to do with the question. */
const ANSWERS = 0.4;
const NEAR: Readonly<Record<Language, number>> = { de: 0.25, en: 0.35 };
/** From here, where nothing but its words tells that a sentence answers. */
const UNSHOWN: Readonly<Record<Language, number>> = { de: 0.55, en: ANSWERS };
/** So much a sentence that answers says itself, not its heading. */
const OWN = 0.33;
/** So much it says in the question's own words: what synonyms say is often something else. */
const LITERAL = { shown: 0.3, unshown: 0.4 } as const;

/** Another sentence is told along when its score comes this near to the best one's. */
const ALONG = 0.88;
const MOST = 3;

/** How alike two sentences of different documents are that say different things about the same. */
const SAME_SUBJECT = 0.6;

/** Chooses what to quote of the passages that were found. */
export function select(question: Question, chunks: readonly FoundChunk[]): Selection {
  const { sentences, ...selection } = choose(question, chunks);
  return { ...selection, sentences: sentences.map(withPlaces) };
}

function choose(question: Question, chunks: readonly FoundChunk[]): Selection {
  const ranked = rankSentences(question, chunks);
  const unknown = unknownSubject(question, chunks);
  if (unknown !== undefined) return { kind: 'nothing', sentences: [], unknown };
  const best = ranked[0];
  // What only synonyms say may be something else.
  const isNear = best !== undefined && best.coverage >= NEAR[question.language] && best.literal > 0;
  if (!isNear) return { kind: 'nothing', sentences: [] };
  const lacking = lackingTerms(question, [best.chunk]);
  const isSure =
    best.coverage >= (best.isShown ? ANSWERS : UNSHOWN[question.language]) &&
    best.own >= OWN &&
    best.literal >= LITERAL[best.isShown ? 'shown' : 'unshown'] &&
    best.isOfKind &&
    !best.isAside &&
    !lacking.some(({ isCore }) => isCore);
  if (!isSure) return { kind: 'nearest', sentences: [best] };
  const editions = editionsOf(question, best, ranked);
  if (editions.length > 1) return { kind: 'editions', sentences: editions };
  return { kind: 'answer', sentences: [best, ...along(best, ranked)] };
}

/** A noun that a question is about and nothing found says, where half of such nouns are so. */
function unknownSubject(question: Question, chunks: readonly FoundChunk[]): string | undefined {
  const subjects = question.terms.filter(({ isSubject }) => isSubject);
  const lacking = lackingTerms(question, chunks).filter(({ isSubject }) => isSubject);
  return lacking.length * 2 >= subjects.length ? lacking[0]?.word : undefined;
}

/** Further sentences that are nearly as good: of the same passage, then of others. */
function along(best: Candidate, ranked: readonly Candidate[]): Candidate[] {
  const taken = [best];
  for (const each of ranked.slice(1)) {
    if (taken.length === MOST || each.score < ALONG * best.score) break;
    const isTold = taken.some(({ text }) => text.includes(each.text) || each.text.includes(text));
    // Of one list the items that say as much of the question.
    const isOfList = each.chunk === best.chunk && each.parts[0]?.at === best.parts[0]?.at;
    const isLess = (isOfList && each.coverage < best.coverage) || (best.isShown && !each.isShown);
    if (!isTold && !isLess && !isOtherEdition(best, each)) taken.push(each);
  }
  return taken.slice(1);
}

/** The best sentence of each document that answers the same differently, the newest first; only of a year that is asked for. */
function editionsOf(
  { years }: Question,
  best: Candidate,
  ranked: readonly Candidate[],
): Candidate[] {
  const found = [best];
  for (const each of ranked) {
    const isFirst = found.every(({ chunk }) => chunk.title !== each.chunk.title);
    if (isFirst && isOtherEdition(best, each)) found.push(each);
  }
  const yearOf = ({ chunk }: Candidate) => YEAR.exec(chunk.title)?.[0] ?? '';
  return found
    .filter((each) => years.length === 0 || ['', ...years].includes(yearOf(each)))
    .sort((a, b) => yearOf(b).localeCompare(yearOf(a)));
}

const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether two sentences stand against each other: of editions of one document, or the same said with other numbers. */
function isOtherEdition(a: Candidate, b: Candidate): boolean {
  const [one, other] = [a.chunk, b.chunk];
  if (one.title === other.title || numbersOf(a.text) === numbersOf(b.text)) return false;
  const isEdition =
    /\d/.test(one.title + other.title) &&
    nameOf(one.title) === nameOf(other.title) &&
    one.section === other.section;
  return isEdition || Math.min(coverage(a.text, b.text), coverage(b.text, a.text)) >= SAME_SUBJECT;
}

/** A title without its year or version. */
function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/\b(?:v(?:ersion)?|edition|ausgabe|fassung|stand)?\s*\d[\d.]*\b/g, '')
    .replace(/[\s(),-]+/g, ' ')
    .trim();
}

function numbersOf(text: string): string {
  const numbers = wordsOf(text).filter((word) => /^\p{N}/u.test(word));
  return numbers.join(' ');
}
