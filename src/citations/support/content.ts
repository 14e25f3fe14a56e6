import type { Language } from '../../language/question-language.js';
import { withoutAccents } from '../../language/plain-text.js';
import { plainVerb } from '../../language/query-words.js';
import { builtInSynonyms } from '../../language/synonyms/synonyms.js';
import { familyKey, familyOf, type FamilyRoots } from '../../language/word-families.js';
import { stemOf } from '../../language/word-stems.js';
import { stem as englishStem } from '../../language/english-stem.js';
import { german } from './lexicon-de.js';
import { english } from './lexicon-en.js';
import type { Lexicon } from './lexicon.js';
import { isActor } from './agents.js';
import { numberIn } from './number-words.js';
import { isParticle, STRONG, type Token } from './tokens.js';

/** The words by which each language is read. */
export const lexicons: Readonly<Record<Language, Lexicon>> = { de: german, en: english };

/** A word of content, as it is compared. */
export interface Content {
  language: Language;
  word: string;
  stem: string;
  key: string;
  /** Without accents. */
  plain: string;
  isNoun: boolean;
  isActor: boolean;
}

/** What is known of a word wherever it stands. */
type Known = Pick<Content, 'stem' | 'key' | 'plain'> & {
  family: readonly FamilyRoots[];
  side?: { line: number; isLeft: boolean };
  related?: ReadonlyMap<string, number>;
};

/** So many words are remembered; then all are forgotten. */
const MOST_KNOWN = 20_000;
const known = new Map<string, Known>();

function knownOf(text: string, language: Language): Known {
  const id = `${language} ${text}`;
  const found = known.get(id);
  if (found !== undefined) return found;
  const base = baseOf(text, language);
  const key = familyKey(base, language);
  const side = sidesByKey[language].get(key);
  const made: Known = {
    key,
    stem: language === 'de' ? stemOf(base.toLowerCase(), 'de') : englishStem(base),
    plain: plain(base),
    family: familyOf(base, language),
  };
  if (side !== undefined) made.side = side;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(id, made);
  return made;
}

function baseOf(text: string, language: Language): string {
  if (language === 'de') return plainVerb(text, language) ?? text;
  return english.irregular.get(text.toLowerCase()) ?? text;
}

function plain(word: string): string {
  return withoutAccents(word.toLowerCase());
}

const sidesByKey: Readonly<Record<Language, Lexicon['opposites']>> = {
  de: new Map([...german.opposites].map(([word, side]) => [familyKey(word, 'de'), side])),
  en: new Map([...english.opposites].map(([word, side]) => [familyKey(word, 'en'), side])),
};

/** Reads a word of content. */
export function contentOf(
  text: string,
  language: Language,
  { isNoun, isActor }: Pick<Content, 'isNoun' | 'isActor'>,
): Content {
  const { stem, key, plain } = knownOf(text, language);
  return { language, word: text, stem, key, plain, isNoun, isActor };
}

const SHORTEST = 3;

/** The words of content among tokens. */
export function wordsOf(tokens: readonly Token[], lexicon: Lexicon, withModals = false): Content[] {
  const last = tokens.at(-1);
  const particle =
    lexicon.language === 'de' && last !== undefined && !last.isCapital && isParticle(last.word)
      ? last
      : undefined;
  const verb = tokens.find(
    ({ word, isCapital, isFirst }) =>
      (!isCapital || isFirst) && /[^n]t$|en$/.test(word) && !lexicon.light.has(word),
  );
  return tokens.flatMap((token): Content[] => {
    const { word } = token;
    if (token === particle) return [];
    // "teilt … mit" is "mitteilen".
    if (particle !== undefined && token === verb)
      return [contentAt({ ...token, text: particle.word + word }, lexicon)];
    const isWeak = withModals && lexicon.modals.has(word) && !STRONG.test(word);
    if (word.length < SHORTEST || (saysNothing(word, lexicon) && !isWeak)) return [];
    return [contentAt(token, lexicon)];
  });
}

function saysNothing(word: string, lexicon: Lexicon): boolean {
  const { light, negations, modals, only, receives, before, after, subordinators, bounds, widens } =
    lexicon;
  const lists = [
    light,
    negations,
    modals,
    only,
    receives,
    before,
    after,
    subordinators,
    bounds,
    widens,
  ];
  return lists.some((each) => each.has(word)) || numberIn(word, lexicon.language) !== undefined;
}

/** A token as a word of content. */
export function contentAt(token: Token, lexicon: Lexicon): Content {
  const { language } = lexicon;
  const text = token.isFirst && language === 'en' ? token.word : token.text;
  return contentOf(text, language, {
    isNoun: language === 'de' && token.isCapital,
    isActor: isActor(token, lexicon, language),
  });
}

/** The families of the words that may stand for a word, and how surely. */
function relatedTo(text: string, language: Language): ReadonlyMap<string, number> {
  const kept = knownOf(text, language);
  if (kept.related !== undefined) return kept.related;
  const related = new Map<string, number>();
  for (const { word, share } of builtInSynonyms[language].of(baseOf(text, language))) {
    const key = word.includes(' ') ? '' : familyKey(word, language);
    if (key !== '') related.set(key, Math.max(share, related.get(key) ?? 0));
  }
  kept.related = related;
  return related;
}

/** How surely two words mean the same, from 0 to 1, and whether one is the opposite of the other. */
export interface Likeness {
  strength: number;
  isOpposite: boolean;
}

const OTHER: Likeness = { strength: 0.3, isOpposite: false };
const NONE: Likeness = { strength: 0, isOpposite: false };

/** How a word of a statement relates to one of a text. */
export function likenessOf(a: Content, b: Content): Likeness {
  const same = formStrength(a, b);
  if (same >= 0.9) return { strength: same, isOpposite: false };
  // The other side of a contract is somebody else, and does not turn what is said.
  if (areOpposites(a, b))
    return a.isActor || b.isActor ? OTHER : { strength: 0.9, isOpposite: true };
  const related = relatedTo(a.word, a.language).get(b.key) ?? 0;
  const strength = Math.max(same, related === 0 ? 0 : 0.5 + 0.38 * related);
  return strength === 0 ? NONE : { strength, isOpposite: false };
}

function formStrength(a: Content, b: Content): number {
  if (a.stem === b.stem) return 1;
  if (a.key === b.key) return areTwoSides(a, b) ? 0.3 : 0.95;
  let best = 0;
  for (const { roots, share } of knownOf(a.word, a.language).family)
    if (roots.some((root) => b.plain.startsWith(root) && b.plain.length - root.length < 7))
      best = Math.max(best, share + 0.4);
  if (a.language === 'de') best = Math.max(best, isPart(a, b) || isPart(b, a) ? 0.65 : 0);
  return areTwoSides(a, b) ? Math.min(best, 0.3) : best;
}

/** "Employer" and "employee". */
function areTwoSides(a: Content, b: Content): boolean {
  if (a.language === 'de') return false;
  const ends = (one: Content, end: RegExp) => end.test(one.plain);
  return (ends(a, /[eo]rs?$/) && ends(b, /ees?$/)) || (ends(b, /[eo]rs?$/) && ends(a, /ees?$/));
}

function areOpposites(a: Content, b: Content): boolean {
  const [one, other] = [knownOf(a.word, a.language).side, knownOf(b.word, b.language).side];
  if (one !== undefined && other !== undefined && one.line === other.line)
    return one.isLeft !== other.isLeft;
  return isNegated(a, b) || isNegated(b, a);
}

const NEGATING: Readonly<Record<Language, RegExp>> = {
  de: /^un(?!ter)(?=.{4})/,
  en: /^(?:un(?!der)|in|im|non|dis)(?=.{4})/,
};

/** "unwirksam" of "wirksam". */
function isNegated(a: Content, { stem, plain: other }: Content): boolean {
  if (!NEGATING[a.language].test(a.plain)) return false;
  const without = a.plain.replace(NEGATING[a.language], '');
  return (
    without === other ||
    (stem.length > 3 && without.startsWith(stem) && without.length - stem.length < 4)
  );
}

const LEAST_PART = 4;
const PREFIX =
  /^(?:ab|an|auf|aus|be|bei|ein|ent|er|ge|mit|nach|uber|um|un|unter|ver|vor|zer|zu|miss)$/;

/** Whether a German word is a part of a compound. */
function isPart(part: Content, { plain: whole }: Content): boolean {
  const { stem } = part;
  if (stem.length < LEAST_PART || whole.length - stem.length < LEAST_PART) return false;
  if (whole.startsWith(stem)) return true;
  const at = whole.lastIndexOf(stem);
  return at > 2 && whole.length - at - stem.length <= 3 && !PREFIX.test(whole.slice(0, at));
}

/** Whether what is left of a German compound beside a part of it is said as well: "Messergebnis" of "Ergebnis" and "messen". */
export function isMadeUp(whole: Content, words: readonly Content[]): boolean {
  if (whole.language !== 'de') return false;
  const parts = words.filter((each) => each !== whole && isPart(each, whole));
  return parts.some((part) => {
    const at = whole.plain.indexOf(part.stem);
    const rest = at === 0 ? whole.plain.slice(part.stem.length) : whole.plain.slice(0, at);
    const bare = rest.replace(/^(?:es|en|er|s|n|e)/, '');
    return words.some(
      ({ stem }) =>
        stem.length >= 3 &&
        stem !== part.stem &&
        (rest.startsWith(stem.slice(0, 5)) || bare.startsWith(stem.slice(0, 5))),
    );
  });
}

/** How many of some words stand among others in any form. */
export function sharesStem(words: readonly Content[], among: readonly Content[]): number {
  const known = new Set(among.flatMap(({ stem, key }) => [stem, key]));
  return words.filter(({ stem, key }) => known.has(stem) || known.has(key)).length;
}
