import { withoutEnd } from '../../../src/foundation/without-end.js';
import { languageOf, questionWords, wordsOf, type Language } from './question-language.js';
import { sentencesOf } from './sentences.js';
import { likeness, stemOf } from './word-stems.js';

/** More parts are no longer parts of one question. */
const MOST = 6;

/** What asks, with what may stand before it: "bis wann", "in welchen", "by when". */
const ASKING: Readonly<Record<Language, string>> = {
  de: '(?:(?:ab|an|auf|aus|bei|bis|durch|für|gegen|in|innerhalb|mit|nach|seit|über|unter|von|vor|wegen|zu|zum|zur)\\s)?(?:wer|wem|wen|wessen|was|wann|wo|woran|worauf|wodurch|wofür|wohin|womit|wonach|wovon|wie|warum|wieso|weshalb|welche[nmrs]?)',
  en: '(?:(?:at|by|for|from|in|of|on|to|under|until|with|within)\\s)?(?:who|whom|whose|what|when|where|why|how|which)',
};
const AND: Readonly<Record<Language, string>> = {
  de: '(?:und(?:\\sauch|\\sferner|\\sschließlich)?|sowie|oder|außerdem|ferner)',
  en: '(?:and(?:\\salso|\\sfinally)?|as\\swell\\sas|or|also)',
};
/** A verb that asks, with its subject: "und muss ich …?". */
const VERB_ASKS =
  '(?:darf|muss|kann|dürfen|müssen|können|may|must|can|does|do|is|are) (?:ich|man|er|sie|es|wir|der|die|das|eine?|i|we|it|he|she|they|an?|the)\\s';
/** Joins what is asked for besides, where it does not ask itself. */
const BESIDES = /,?\s(?:sowie|as well as|along with)\s/u;

const asking = byLanguage((language) => new RegExp(`^${ASKING[language]}(?![\\p{L}-])`, 'iu'));
const joined = byLanguage(
  (language) =>
    new RegExp(
      `(,\\s|;\\s|\\s)(?:(?:(${AND[language]})\\s)?(?=${ASKING[language]}(?![\\p{L}-]))|(${AND[language]})\\s(?=${VERB_ASKS}))`,
      'giu',
    ),
);

function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { de: make('de'), en: make('en') };
}

/**
 * The parts of a question that each want an answer of their own: sentences, what "and" joins when it asks again
 * ("who …, and by when …?"), what "sowie" adds, and the things of a list ("which duties, terms and fines …?").
 * Each is a question as it would be asked alone. A question of one part is its only part.
 */
export function questionParts(question: string, language = languageOf(question)): string[] {
  const text = question.replace(/\s+/g, ' ').trim();
  const sentences = sentencesOf(text, language);
  const asked = sentences.filter((sentence) => isAsking(sentence, language));
  const parts = (asked.length > 0 ? asked : sentences.slice(0, 1))
    .flatMap((sentence) => clausesOf(sentence, language))
    .flatMap((clause) => besidesOf(clause, language))
    .flatMap((clause) => listedIn(clause, language));
  const saying = withSomethingToSay(parts, language);
  if (saying.length < 2) return [text];
  return saying.slice(0, MOST).map((part) => asSentence(part));
}

function isAsking(sentence: string, language: Language): boolean {
  return sentence.endsWith('?') || asking[language].test(sentence);
}

/** Splits before each word that asks; a comma alone splits only what "and" ends: "who …, when …, and how …". */
function clausesOf(sentence: string, language: Language): string[] {
  const found = [...sentence.matchAll(joined[language])];
  const lastAnd = found.findLastIndex(([, , and, verb]) => (and ?? verb) !== undefined);
  const clauses: string[] = [];
  let from = 0;
  for (const [at, match] of found.entries()) {
    const [whole, mark = '', asks, verb] = match;
    const and = asks ?? verb;
    const isComma = mark.trim() !== '' && at < lastAnd;
    if (and === undefined && !isComma) continue;
    const before = sentence.slice(from, match.index);
    if (isRelative(before, sentence.slice(match.index + whole.length))) continue;
    clauses.push(before);
    from = match.index + whole.length;
  }
  return [...clauses, sentence.slice(from)];
}

/** "vessels which are ashore and which have no mast": the same word inside what stands before tells more of the noun. */
function isRelative(before: string, after: string): boolean {
  const [word = ''] = after.toLowerCase().split(' ');
  return /^(?:which|who|whose)$/.test(word) && before.toLowerCase().includes(` ${word} `);
}

/** "the permit as well as the release": what is added has no verb of its own, and is asked for by name. */
function besidesOf(clause: string, language: Language): string[] {
  const [first = '', ...added] = withoutMark(clause).split(BESIDES);
  const names = added.filter((each) => contentOf(each, language).length > 0);
  if (names.length === 0 || contentOf(first, language).length === 0) return [clause];
  const ask = language === 'de' ? 'Was gilt für' : 'What applies to';
  return [first, ...names.map((name) => (asking[language].test(name) ? name : `${ask} ${name}`))];
}

const NOUN = '(?:\\p{Ll}{2,30}\\s)?\\p{Lu}\\p{L}{2,40}';
const WORDS = '\\p{L}{3,30}(?:\\s\\p{L}{3,30})?';
const lists = {
  de: new RegExp(
    `^((?:\\p{L}{2,9}\\s)?[Ww]elche[nmrs]?\\s|)(${NOUN}(?:, ${NOUN}){0,4})(?:,? (?:und|oder) )(${NOUN})(\\s.*)$`,
    'u',
  ),
  en: new RegExp(
    `^((?:\\p{Ll}{2,9}\\s)?(?:which|what)\\s)(${WORDS}(?:, ${WORDS}){0,4})(?:,? (?:and|or) )(\\p{L}{3,30})(\\s.*)$`,
    'iu',
  ),
};

/** "which duties, terms and fines apply to X": each of them with what all of them share. */
function listedIn(clause: string, language: Language): string[] {
  const [, lead = '', list, last, rest = ''] = lists[language].exec(withoutMark(clause)) ?? [];
  if (list === undefined || last === undefined) return [clause];
  const items = [...list.split(', '), last];
  if (contentOf(rest, language).length === 0) return [clause];
  return items.map((item) => `${lead}${item}${rest}`);
}

/** A part that only points back ("and where is that laid down?") is told with the one before it. */
function withSomethingToSay(parts: readonly string[], language: Language): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    const before = kept.at(-1);
    const said = contentOf(before ?? '', language);
    const own = contentOf(part, language).filter(
      (stem) => !said.some((other) => likeness(stem, other) >= SAME_WORD),
    );
    const isOnlyMore = before !== undefined && own.length === 0 && !asking[language].test(part);
    const pointsBack = before !== undefined && /(?:^|\s)(?:das|dies|that|this)(?:\s|$)/i.test(part);
    const isShort = contentOf(part, language).length < 2;
    if (before !== undefined && (isOnlyMore || (pointsBack && isShort))) {
      kept[kept.length - 1] = `${withoutMark(before)}, ${part}`;
    } else kept.push(part);
  }
  return kept;
}

/** Parts of compounds count as the same word. */
const SAME_WORD = 0.6;
const SHORTEST = 3;

/** The stems of the words of a text that say something. */
function contentOf(text: string, language: Language): string[] {
  return wordsOf(text)
    .filter((word) => word.length >= SHORTEST && /^\p{L}/u.test(word))
    .filter((word) => !questionWords[language].has(word))
    .map((word) => stemOf(word, language));
}

function withoutMark(text: string): string {
  return withoutEnd(text.trim(), /[\s.,;:?!]/);
}

function asSentence(part: string): string {
  const bare = withoutMark(part);
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}?`;
}

/** "the difference between A and B". */
const DIFFERENCE =
  /(?<!\p{L})(?:unterschied|unterscheide[nt]|difference)(?!\p{L}).{0,60}?\s(?:zwischen|between) ([^,?]{2,80}?) (?:und|and) ([^,?]{2,120})/iu;

/** The two things whose difference a question asks for. */
export function comparedIn(question: string): [string, string] | undefined {
  const [, one, other] = DIFFERENCE.exec(question) ?? [];
  return one === undefined || other === undefined ? undefined : [one, other];
}
