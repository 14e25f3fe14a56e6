import type { Language } from '../../language/question-language.js';
import { boundsAt } from './bounds.js';
import { clausesOf } from './clauses.js';
import { lexicons, type Content } from './content.js';
import type { Lexicon } from './lexicon.js';
import { readClause, type Clause } from './read-clause.js';
import { tokensOf, type Token } from './tokens.js';
import { valuesIn, type Value } from './values.js';

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
  return clauses.map((clause) => {
    const { isBefore, isUntil, isAfter } = clause;
    const isLater = isBefore || isUntil;
    const timed = { ...clause, isBefore: false, isAfter: isAfter || isLater };
    return clause === denied ? { ...timed, mode: 'may', hasOnly: true, negated: [] } : timed;
  });
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
  const tells = clauses.some(
    ({ isAside, verb, mode }) => !isAside && (verb !== undefined || mode !== 'fact'),
  );
  return clauses.map((clause) => {
    // "Members who have paid must vote": the relative clause has the verb of all.
    if (!tells && clause.isRelative) return { ...clause, isAside: false };
    return clause.isAdverbial && clause.mode === 'fact' ? { ...clause, isAside: true } : clause;
  });
}

/** "Not without" is "only with". */
function withOnlyWith(clause: Clause): Clause {
  if (clause.mode !== 'never' || !clause.isWithout) return clause;
  return { ...clause, mode: 'may', hasOnly: true, negated: [] };
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
