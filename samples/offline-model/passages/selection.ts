import { wordsOf, type Language } from '../../../src/language/question-language.js';
import { lackingTerms, rankSentences, shareWithout, type Candidate } from './choose.js';
import type { FoundChunk } from './found.js';
import type { Question } from './question.js';
import { withPlaces } from './statements.js';
import { stemOf } from '../../../src/language/word-stems.js';

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
/** Where nothing but its words tells that a sentence answers. */
const UNSHOWN = 0.55;
/** So much a sentence that answers says itself, not its heading. */
const OWN = 0.33;
/** So much it says in the question's own words: what synonyms say is often something else. */
const LITERAL = { shown: 0.3, unshown: 0.4 } as const;

/** Another sentence is told along when its score comes this near to the best one's. */
const ALONG = 0.88;
const MOST = 3;

/** How alike two sentences of different documents are that say different things about the same. */
const SAME_SUBJECT = 0.6;

/** So much of a question must be in the passage that answers it. */
const SPOKEN_OF: Readonly<Record<Language, number>> = { de: 0.6, en: 0.4 };

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
  if (best === undefined || !isNear(question, best)) {
    return { kind: 'nothing', sentences: [] };
  }
  const lacking = lackingTerms(question, [best.chunk]);
  const [subject] = question.terms.filter(({ isSubject }) => isSubject);
  // A number or a term of something else would pass for the answer.
  const isOfNumber = /^(?:amount|cost|deadline)$/.test(question.kind);
  if (isOfNumber && subject !== undefined && lacking.includes(subject)) {
    return { kind: 'nothing', sentences: [] };
  }
  const isSure =
    best.coverage >= (best.isShown ? ANSWERS : UNSHOWN) &&
    best.own >= OWN &&
    best.literal >= LITERAL[best.isShown ? 'shown' : 'unshown'] &&
    best.isOfKind &&
    !best.isAside &&
    !lacking.some(({ isSubject, isPredicate }) => isSubject || isPredicate) &&
    shareWithout(lacking, question, chunks) >= SPOKEN_OF[question.language];
  if (!isSure) return { kind: 'nearest', sentences: [best] };
  const editions = editionsOf(question, best, ranked);
  if (editions.length > 1) return { kind: 'editions', sentences: editions };
  return { kind: 'answer', sentences: [best, ...along(best, ranked)] };
}

/** Whether a sentence has to do with the question: what only synonyms say may be something else. */
function isNear({ kind, language }: Question, { isShown, coverage, literal }: Candidate): boolean {
  const least = kind === 'other' || isShown ? NEAR[language] : UNSHOWN;
  return coverage >= least && literal > 0;
}

/** A noun that a question is about and nothing found says, where half of such nouns are so. */
function unknownSubject(question: Question, chunks: readonly FoundChunk[]): string | undefined {
  const subjects = question.terms.filter(({ isSubject }) => isSubject);
  const lacking = lackingTerms(question, chunks).filter(({ isSubject }) => isSubject);
  return lacking.length * 2 >= subjects.length ? lacking[0]?.word : undefined;
}

/** Further good sentences of the same passage, then of others. */
function along(best: Candidate, ranked: readonly Candidate[]): Candidate[] {
  const taken = [best];
  for (const each of ranked.slice(1)) {
    if (taken.length === MOST || each.score < ALONG * best.score) break;
    const isTold = taken.some(({ text }) => text.includes(each.text) || each.text.includes(text));
    const isGood = each.coverage >= ANSWERS && each.isShown >= best.isShown && !each.isAside;
    // Of one list the items that say as much of the question.
    const isBeside = isOfOneList(best, each) && each.coverage < best.coverage;
    if (!isTold && !isBeside && isGood && isOtherEdition(best, each) === undefined)
      taken.push(each);
  }
  return taken.slice(1);
}

function isOfOneList(a: Candidate, b: Candidate): boolean {
  return a.chunk === b.chunk && a.parts[0]?.at === b.parts[0]?.at;
}

/** The best sentence of each document that answers the same differently; only those of a year asked for. */
function editionsOf(
  question: Question,
  best: Candidate,
  ranked: readonly Candidate[],
): Candidate[] {
  const found = [best];
  for (const each of ranked) {
    if (found.some(({ chunk }) => chunk.title === each.chunk.title)) continue;
    if (isOtherEdition(best, each) !== undefined && isAskedFor(question, each)) found.push(each);
  }
  const asked = found.filter((each) => isAskedFor(question, each));
  return (asked.length > 1 ? asked : [best]).sort((a, b) =>
    yearOf(b.chunk.title).localeCompare(yearOf(a.chunk.title)),
  );
}

function isAskedFor({ years }: Question, { chunk }: Candidate): boolean {
  const year = yearOf(chunk.title);
  return years.length === 0 || year === '' || years.includes(year);
}

/** Why two sentences stand against each other: editions of one document, or the same said with other numbers. */
function isOtherEdition(a: Candidate, b: Candidate): 'edition' | 'numbers' | undefined {
  if (a.chunk.title === b.chunk.title || numbersOf(a.text) === numbersOf(b.text)) return undefined;
  const isEdition =
    /\d/.test(a.chunk.title + b.chunk.title) &&
    nameOf(a.chunk.title) === nameOf(b.chunk.title) &&
    a.chunk.section === b.chunk.section;
  if (isEdition) return 'edition';
  return overlap(a.text, b.text) >= SAME_SUBJECT ? 'numbers' : undefined;
}

/** A title without its year or version. */
function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/\b(?:v(?:ersion)?|edition|ausgabe|fassung|stand)?\s*\d[\d.]*\b/g, '')
    .replace(/[\s(),-]+/g, ' ')
    .trim();
}

function yearOf(title: string): string {
  return /\b(?:19|20)\d\d\b/.exec(title)?.[0] ?? '';
}

function numbersOf(text: string): string {
  return wordsOf(text)
    .filter((word) => /^\p{N}/u.test(word))
    .join(' ');
}

function overlap(a: string, b: string): number {
  const [one, other] = [a, b].map(
    (text) =>
      new Set(
        wordsOf(text)
          .filter((word) => /^\p{L}/u.test(word))
          .map((word) => stemOf(word, 'en')),
      ),
  ) as [Set<string>, Set<string>];
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(1, one.size + other.size - common);
}
