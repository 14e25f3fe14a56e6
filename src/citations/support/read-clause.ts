import { defined } from '../../foundation/defined.js';
import { agentOf } from './agents.js';
import { sidesOf, type Bounds } from './bounds.js';
import { isAside, type Span } from './clauses.js';
import { contentAt, wordsOf, type Content } from './content.js';
import type { Bound, Lexicon } from './lexicon.js';
import { isLacking, modeOf, type Mode } from './modes.js';
import { isPassive, type Token } from './tokens.js';
import type { Value } from './values.js';

/** A part of a sentence between commas, or from a conjunction on. */
export interface Clause {
  words: readonly Content[];
  mode: Mode;
  /** It says by its verb that something is missing or need not be. */
  isLacking: boolean;
  hasOnly: boolean;
  /** A condition, or said of one word. */
  isAside: boolean;
  /** It takes something out of what the rest says. */
  isExcept: boolean;
  /** A preposition begins it. */
  isAdverbial: boolean;
  isRelative: boolean;
  isWithout: boolean;
  isBefore: boolean;
  /** It says until when: with a negation, that something is so only after. */
  isUntil: boolean;
  isAfter: boolean;
  /** Words that say it of more than one case. */
  widens: readonly string[];
  /** "Even if", "auch bei": it says so of a case that one would except. */
  isEven: boolean;
  values: readonly Value[];
  /** The sides that are named without a number: "above the limit". */
  sides: ReadonlySet<Bound>;
  /** The word that most likely says what is done. */
  verb?: Content;
  /** What comes first after "only". */
  condition?: Content;
  /** For each negation the words it may turn. */
  negated: readonly (readonly Content[])[];
  /** What it speaks of, as far as can be told by where it stands. */
  subject?: Content;
  /** Who does what it says, as far as can be told. */
  agent?: Content;
}

const WITHOUT = /^(?:ohne|without|except|außer)$/;
const EXCEPT = /^(?:unless|except|without|außer|ohne|ausgenommen|ausnahme)$/;

const ADVERBIAL =
  /^(?:before|after|until|once|with|without|during|under|for|by|in|on|at|from|vor|nach|mit|ohne|bei|während|in|im|für|unter|bis|ab|seit)$/;

const RELATIVE = /^(?:who|which|that)$/;

/** Reads a clause of a sentence's tokens. */
export function readClause(
  { from, to }: Span,
  tokens: readonly Token[],
  { values, bounds }: { values: readonly Value[]; bounds: Bounds },
  { lexicon, isLast }: { lexicon: Lexicon; isLast: boolean },
): Clause {
  const own = tokens.slice(from, to);
  const isIn = (place: { from: number }) => place.from >= from && place.from < to;
  const inside = values.filter(isIn);
  const isValue = (at: number) => inside.some((value) => at >= value.from && at < value.to);
  const plain = own.filter((_, at) => !isValue(at + from) && !bounds.consumed.has(at + from));
  const has = (set: ReadonlySet<string>) => own.some(({ word }) => set.has(word));
  const first = own[0]?.word ?? '';
  return {
    words: wordsOf(plain, lexicon),
    mode: modeOf(plain, lexicon),
    negated: negatedIn(plain, lexicon),
    isLacking: isLacking(plain, lexicon),
    hasOnly: has(lexicon.only),
    isAside: isAside(own, lexicon, isLast),
    isExcept: EXCEPT.test(first),
    isRelative: RELATIVE.test(first),
    isAdverbial: ADVERBIAL.test(first),
    isWithout: own.some(({ word }) => WITHOUT.test(word)),
    isBefore: has(lexicon.before),
    isUntil: first === 'bis' || own.some(({ word }) => word === 'until'),
    isAfter: has(lexicon.after),
    widens: own.map(({ word }) => word).filter((word) => lexicon.widens.has(word)),
    isEven: own.some(({ word }, n) => isEven(word, n + from, tokens)),
    values: inside,
    sides: new Set(sidesOf({ ...bounds, at: bounds.at.filter(isIn) })),
    ...defined({
      subject: subjectIn(plain, lexicon),
      verb: verbIn(plain, lexicon),
      condition: conditionIn(own, plain, lexicon),
      agent: agentIn(plain, lexicon),
    }),
  };
}

/** What comes first after "only", if that is no limit. */
function conditionIn(
  own: readonly Token[],
  plain: readonly Token[],
  lexicon: Lexicon,
): Content | undefined {
  const isOnly = ({ word }: Token) => lexicon.only.has(word);
  const at = plain.findIndex(isOnly);
  const next = own[own.findIndex(isOnly) + 1]?.word ?? '';
  return at < 0 || lexicon.bounds.has(next) ? undefined : wordsOf(plain.slice(at + 1), lexicon)[0];
}

/** Who does it; in a passive only the one after "by". */
function agentIn(tokens: readonly Token[], lexicon: Lexicon): Content | undefined {
  const at = agentOf(tokens, lexicon, lexicon.language);
  const isBy = tokens.some(({ word }) => lexicon.by.has(word));
  const agent = at === undefined ? undefined : tokens[at];
  if (agent === undefined || (!isBy && isPassive(tokens, lexicon.language))) return undefined;
  return contentAt(agent, lexicon);
}

const EVEN =
  /^(?:even|including|einschließlich|sogar|selbst|regardless|egal|gleichgültig|however|whatever|irrespective|unabhängig|ungeachtet)$/;
const EVEN_AFTER = /^(?:wenn|dann|bei|ohne|nach|vor|in|for|if|when|without|after)$/;

function isEven(word: string, at: number, tokens: readonly Token[]): boolean {
  if (EVEN.test(word)) return true;
  const isLater = at > 0 && !/^[,;]$/.test(tokens[at - 1]?.word ?? '');
  return (
    /^(?:auch|also)$/.test(word) &&
    (isLater || at > 0) &&
    (isLater || EVEN_AFTER.test(tokens[at + 1]?.word ?? ''))
  );
}

const NOMINATIVE = /^(?:der|die|das|ein|eine|jeder|jede|jedes|kein|keine)$/;

/** In English what stands before an auxiliary, in German the first noun with an article of the nominative. */
function subjectIn(tokens: readonly Token[], lexicon: Lexicon): Content | undefined {
  if (lexicon.language === 'en') {
    const at = tokens.findIndex(({ word }) => SUBJECT_END.test(word));
    return at < 1 ? undefined : wordsOf(tokens.slice(Math.max(0, at - 2), at), lexicon).at(-1);
  }
  const at = tokens.findIndex(
    ({ isCapital }, n) =>
      isCapital && NOMINATIVE.test(tokens[n - 1]?.word ?? '') && !tokens[n - 2]?.isCapital,
  );
  const noun = at < 0 ? undefined : tokens[at];
  return noun === undefined ? undefined : wordsOf([noun], lexicon)[0];
}

const SUBJECT_END = /^(?:is|are|was|were|must|may|can|shall|should|will|has|have|had|does|do)$/;

const VERB_AHEAD = 4;
const AUXILIARY =
  /^(?:is|are|was|were|must|may|can|shall|should|will|have|has|had|does|do|did|forbidden|need|never)$/;
const AFTER_AUXILIARY = /^(?:to|be|been|being|not|never|have|also|only)$/;

/** In English after an auxiliary, in German mostly the last small word. */
function verbIn(tokens: readonly Token[], lexicon: Lexicon): Content | undefined {
  if (lexicon.language === 'de') return wordsOf(tokens, lexicon).findLast(({ isNoun }) => !isNoun);
  let at = tokens.findIndex(({ word }) => AUXILIARY.test(word));
  while (at >= 0 && AFTER_AUXILIARY.test(tokens[at + 1]?.word ?? '')) at += 1;
  return at < 0 ? undefined : wordsOf(tokens.slice(at + 1, at + 1 + VERB_AHEAD), lexicon)[0];
}

const NEGATED_AFTER = 3;
const NEGATED_BEFORE = 2;

/** What each negation of a clause may turn: some words after it, else some before. */
function negatedIn(tokens: readonly Token[], lexicon: Lexicon): Content[][] {
  const { negations, modals } = lexicon;
  return tokens.flatMap(({ word }, at) => {
    const isForbidden = modals.get(word) === 'forbidden';
    if (!isForbidden && (!negations.has(word) || modals.has(word))) return [];
    const after = wordsOf(tokens.slice(at + 1), lexicon, true).slice(0, NEGATED_AFTER);
    const before = wordsOf(tokens.slice(0, at), lexicon, true).slice(-NEGATED_BEFORE);
    // "Not required" denies what is required.
    const isWeak = modals.has(tokens[at + 1]?.word ?? '');
    const turned =
      isForbidden || isWeak ? [...before, ...after] : after.length > 0 ? after : before;
    return turned.length === 0 ? [] : [turned];
  });
}
