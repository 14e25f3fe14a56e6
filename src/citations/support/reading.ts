import type { Language } from '../../language/question-language.js';
import { agentOf } from './agents.js';
import { contentAt, lexicons, wordsOf, type Content } from './content.js';
import type { Bound, Lexicon } from './lexicon.js';
import { isLacking, modeOf, type Mode } from './modes.js';
import { isPassive, tokensOf, type Token } from './tokens.js';
import { boundsAt, sidesOf, type Bounds } from './bounds.js';
import { valuesIn, type Value } from './values.js';
import { clausesOf, isAside, type Span } from './clauses.js';

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

/** A sentence as it is compared. */
export interface Reading {
  clauses: readonly Clause[];
  words: readonly Content[];
  values: readonly Value[];
}

/** Reads a sentence. */
export function readSentence(sentence: string, language: Language): Reading {
  const lexicon = lexicons[language];
  const tokens = withNeither(withPhrases(tokensOf(sentence, language), lexicon));
  const bounds = boundsAt(tokens, lexicon);
  const values = valuesIn(tokens, bounds, lexicon);
  const spans = clausesOf(tokens, lexicon);
  const isCounted = values.length > 0;
  const read = spans.map((span, at) =>
    readClause(span, tokens, { values, bounds }, { lexicon, isLast: at === spans.length - 1 }),
  );
  const plain = withAsides(isCounted ? read : withOnlyAfter(read));
  const clauses = withExceptions(plain).map(withOnlyWith);
  return { clauses, words: clauses.flatMap(({ words }) => words), values };
}

/** "Not before" and "not until" are "only after". */
function withOnlyAfter(clauses: readonly Clause[]): readonly Clause[] {
  const hasBefore = clauses.some(({ isBefore, isUntil }) => isBefore || isUntil);
  const denied = clauses.find(({ mode, isAside }) => mode === 'never' && !isAside);
  if (!hasBefore || denied === undefined) return clauses;
  return clauses.map((clause) => ({
    ...clause,
    ...(clause.isBefore || clause.isUntil ? { isBefore: false, isAfter: true } : {}),
    ...(clause === denied ? { mode: 'may' as const, hasOnly: true, negated: [] } : {}),
  }));
}

/** "Not unless" is "only if". */
function withExceptions(clauses: readonly Clause[]): readonly Clause[] {
  const isDenied = ({ mode, isExcept }: Clause) => mode === 'never' && !isExcept;
  if (!clauses.some(({ isExcept }) => isExcept) || !clauses.some(isDenied)) return clauses;
  return clauses.map((clause) => {
    if (isDenied(clause)) return { ...clause, mode: 'may', hasOnly: true, negated: [] };
    return clause.isExcept ? { ...clause, isExcept: false, negated: [] } : clause;
  });
}

/** Beside others, a part that a preposition begins says when, where or with what. */
function withAsides(clauses: readonly Clause[]): readonly Clause[] {
  if (clauses.length === 1) return clauses;
  return clauses.map((clause) =>
    clause.isAdverbial && clause.mode === 'fact' ? { ...clause, isAside: true } : clause,
  );
}

const ADVERBIAL =
  /^(?:before|after|until|once|with|without|during|under|for|by|in|on|at|from|vor|nach|mit|ohne|bei|während|in|im|für|unter|bis|ab|seit)$/;

/** "Not without" is "only with". */
function withOnlyWith(clause: Clause): Clause {
  if (clause.mode !== 'never' || !clause.isWithout) return clause;
  return { ...clause, mode: 'may', hasOnly: true, negated: [] };
}

const WITHOUT = /^(?:ohne|without|except|außer)$/;
const EXCEPT = /^(?:unless|except|without|außer|ohne|ausgenommen|ausnahme)$/;

function readClause(
  span: Span,
  tokens: readonly Token[],
  { values, bounds }: { values: readonly Value[]; bounds: Bounds },
  { lexicon, isLast }: { lexicon: Lexicon; isLast: boolean },
): Clause {
  const { language } = lexicon;
  const own = tokens.slice(span.from, span.to);
  const inside = values.filter(({ from }) => from >= span.from && from < span.to);
  const isValue = (at: number) => inside.some(({ from, to }) => at >= from && at < to);
  const isFree = (at: number) => !isValue(at) && !bounds.consumed.has(at);
  const plain = own.filter((_, at) => isFree(at + span.from));
  const has = (set: ReadonlySet<string>) => own.some(({ word }) => set.has(word));
  const agentAt = agentOf(plain, lexicon, language);
  const clause: Clause = {
    words: wordsOf(plain, lexicon),
    mode: modeOf(plain, lexicon),
    negated: negatedIn(plain, lexicon),
    isLacking: isLacking(plain, lexicon),
    hasOnly: has(lexicon.only),
    isAside: isAside(own, lexicon, isLast),
    isExcept: EXCEPT.test(own[0]?.word ?? ''),
    isAdverbial: ADVERBIAL.test(own[0]?.word ?? ''),
    isWithout: own.some(({ word }) => WITHOUT.test(word)),
    isBefore: has(lexicon.before),
    isUntil: own.some(({ word }, n) => word === 'until' || (n === 0 && word === 'bis')),
    isAfter: has(lexicon.after),
    widens: own.map(({ word }) => word).filter((word) => lexicon.widens.has(word)),
    isEven: own.some(({ word }, n) => isEven(word, n + span.from, tokens)),
    values: inside,
    sides: new Set(
      sidesOf({
        ...bounds,
        at: bounds.at.filter(({ from }) => from >= span.from && from < span.to),
      }),
    ),
  };
  const subject = subjectIn(plain, lexicon);
  if (subject !== undefined) clause.subject = subject;
  const onlyAt = plain.findIndex(({ word }) => lexicon.only.has(word));
  const next = own[own.findIndex(({ word }) => lexicon.only.has(word)) + 1]?.word ?? '';
  const isLimit = onlyAt >= 0 && lexicon.bounds.has(next);
  const [condition] = onlyAt < 0 || isLimit ? [] : wordsOf(plain.slice(onlyAt + 1), lexicon);
  if (condition !== undefined) clause.condition = condition;
  const verb = verbIn(plain, lexicon);
  if (verb !== undefined) clause.verb = verb;
  const isBy = plain.some(({ word }) => lexicon.by.has(word));
  const isDone = isBy || !isPassive(plain, language);
  const agent = agentAt === undefined || !isDone ? undefined : plain[agentAt];
  if (agent !== undefined) clause.agent = contentAt(agent, lexicon);
  return clause;
}

const EVEN =
  /^(?:even|including|einschließlich|sogar|selbst|regardless|egal|gleichgültig|however|whatever|irrespective|unabhängig|ungeachtet)$/;
const EVEN_AFTER = /^(?:wenn|dann|bei|ohne|nach|vor|in|for|in|if|when|without|after)$/;

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

/** In "weder … noch" both deny. */
function withNeither(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ word }) => word === 'weder');
  if (from < 0) return tokens;
  return tokens.map((token, at) =>
    at > from && token.word === 'noch' ? { ...token, word: 'nor', text: 'nor' } : token,
  );
}

type Phrase = Lexicon['phrases'][number];

/** Each language's phrases by their first word, the longer ones first. */
const phrasesByFirst = new Map(
  Object.values(lexicons).map(({ phrases }) => {
    const byFirst = new Map<string, Phrase[]>();
    for (const phrase of phrases.toSorted(([a], [b]) => b.length - a.length)) {
      const first = phrase[0].split(' ', 1)[0] ?? '';
      byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
    }
    return [phrases, byFirst] as const;
  }),
);

function withPhrases(tokens: readonly Token[], { phrases }: Lexicon): Token[] {
  const byFirst = phrasesByFirst.get(phrases);
  const read: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] as Token;
    const found = byFirst
      ?.get(token.word)
      ?.find(([phrase]) => phrase.split(' ').every((part, n) => tokens[at + n]?.word === part));
    if (found === undefined) read.push(token);
    else
      read.push(
        ...found[1].split(' ').map((word) => ({ ...token, word, text: word, isCapital: false })),
      );
    at += found?.[0].split(' ').length ?? 1;
  }
  return read;
}
