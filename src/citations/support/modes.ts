import type { Lexicon, ModalWord } from './lexicon.js';
import { orders, STRONG, type Token } from './tokens.js';

/** What a clause says of acting: it must be done, may, should, must not, need not, should not be; is so, or is not so. */
export type Mode = 'must' | 'may' | 'should' | 'never' | 'optional' | 'rather not' | 'fact' | 'not';

/** How a statement's mode departs from its source's: into the opposite, to more, or to less. */
export type Departure = 'none' | 'turned' | 'more' | 'less';

const POSITIVE: ReadonlySet<Mode> = new Set(['must', 'may', 'should', 'fact']);

/** Whether a mode denies nothing. */
export function isPositive(mode: Mode): boolean {
  return POSITIVE.has(mode);
}

/** What a statement may say where its source says it in one way; a rule stated as a fact is an order. */
const SAYS_TOO: Readonly<Record<Mode, readonly Mode[]>> = {
  must: ['must', 'fact'],
  may: ['may'],
  should: ['should'],
  never: ['never', 'not'],
  optional: ['optional', 'not'],
  'rather not': ['rather not'],
  fact: ['fact', 'must'],
  not: ['not', 'never', 'optional'],
};

/** How what a statement says of acting departs from its source. */
export function departureOf(said: Mode, given: Mode): Departure {
  if (SAYS_TOO[given].includes(said)) return 'none';
  if (POSITIVE.has(said) !== POSITIVE.has(given)) return 'turned';
  return said === 'must' || said === 'never' || said === 'fact' ? 'more' : 'less';
}

const OPPOSITE: Readonly<Record<Mode, Mode>> = {
  must: 'never',
  may: 'optional',
  should: 'rather not',
  never: 'must',
  optional: 'may',
  'rather not': 'should',
  fact: 'not',
  not: 'fact',
};

/** The mode of a clause said by the opposite of its verb: "must be kept" is "must not be exceeded". */
export function turned(mode: Mode): Mode {
  return OPPOSITE[mode];
}

/** Deny what the clause says; all other negations turn what they stand with only. */
const DENIES =
  /^(?:nicht|kein\p{L}*|nie|niemals|niemand|nichts|weder|not|no|never|neither|nor|none|nobody|nothing|cannot|hardly)$/u;
/** Say that something is done or there without what follows. */
const WITHOUT = /^(?:without|unless|except|ohne|außer)$/;

/** Whether a clause says by its verb that something is missing or need not be: "is waived", "entfällt". */
export function isLacking(tokens: readonly Token[], { negations }: Lexicon): boolean {
  const lacking = tokens.filter(
    ({ word }) => negations.has(word) && !DENIES.test(word) && !WITHOUT.test(word),
  );
  return lacking.length % 2 === 1;
}

/** Reads what a clause says of acting. */
export function modeOf(tokens: readonly Token[], { modals, negations, language }: Lexicon): Mode {
  const isNegation = ({ word }: Token) =>
    negations.has(word) && !modals.has(word) && DENIES.test(word);
  const said = tokens.flatMap(({ word }) => modals.get(word) ?? []);
  const strong = tokens.flatMap(({ word }) => {
    const modal = STRONG.test(word) ? modals.get(word) : undefined;
    return modal === undefined || modal === 'forbidden' ? [] : [modal];
  });
  const isNot = tokens.filter(isNegation).length % 2 === 1;
  // "May prohibit" says what may be done.
  if (said.includes('forbidden') && strong.length === 0) return isNot ? 'may' : 'never';
  const isRight = tokens.some(({ word }) => RIGHT.test(word));
  if (language === 'de' && !isRight && orders(tokens)) return isNot ? 'never' : 'must';
  return withNegation(strong[0] ?? said[0], isNot, language === 'de');
}

const RIGHT = /^(?:recht|anspruch|befugt|berechtigt|befugnis|möglichkeit|gelegenheit)$/;

function withNegation(modal: ModalWord | undefined, isNot: boolean, isGerman: boolean): Mode {
  switch (modal) {
    case 'must':
      if (!isNot) return 'must';
      return isGerman ? 'optional' : 'never';
    case 'need':
      return isNot ? 'optional' : 'must';
    case 'may':
      return isNot ? 'never' : 'may';
    case 'should':
      return isNot ? 'rather not' : 'should';
    default:
      return isNot ? 'not' : 'fact';
  }
}
