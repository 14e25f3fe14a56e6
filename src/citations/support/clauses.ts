import type { Language } from '../../language/question-language.js';
import type { Lexicon } from './lexicon.js';
import { ARTICLE, hasInfinitive, isParticle, SUBJECT_PRONOUN, type Token } from './tokens.js';

/** Where a clause stands among the tokens of its sentence. */
export interface Span {
  from: number;
  to: number;
}

const BREAK = /^[;:,()–]$/;
const JOINS = /^(?:und|oder|sowie)$/;
/** Begin a clause of their own without a comma. */
const TURNS = /^(?:noch|nor|but|sondern|aber|jedoch)$/;

/** The parts of a sentence, at commas and before conjunctions. */
export function clausesOf(tokens: readonly Token[], { subordinators, language }: Lexicon): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to > from) spans.push({ from, to });
  };
  tokens.forEach(({ word }, at) => {
    if (BREAK.test(word)) {
      close(at);
      from = at + 1;
      return;
    }
    // A relative pronoun needs its comma; a conjunction begins a part without one.
    const isConjunction =
      (subordinators.has(word) && !PRONOUN.test(word)) ||
      (language === 'en' && /^(?:who|which)$/.test(word));
    const joins = JOINS.test(word) && isParticle(tokens[at - 1]?.word ?? '');
    if (!isConjunction && !joins && !TURNS.test(word)) return;
    // "Except where …" is one part.
    if (at === from + 1 && EXCEPT.test(tokens[from]?.word ?? '')) return;
    close(at);
    from = Math.max(from, at);
  });
  close(tokens.length);
  return withInfinitives(spans, tokens, language);
}

const NOT_JOINED = /^(?:um|ohne|statt|anstatt|wenn|falls|sofern)$/;
const FINITE =
  /^(?:ist|sind|hat|haben|war|waren|wird|werden|darf|dürfen|kann|können|muss|müssen|soll|sollen)$/;

/** "… haben das Recht, eine Kopie zu verlangen": an infinitive is part of the clause before it. */
function withInfinitives(
  spans: readonly Span[],
  tokens: readonly Token[],
  language: Language,
): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const own = tokens.slice(span.from, span.to);
    const last = joined.at(-1);
    const isBare =
      !own.some(({ word }) => FINITE.test(word)) && !NOT_JOINED.test(own[0]?.word ?? '');
    if (language === 'de' && last !== undefined && isBare && hasInfinitive(own))
      joined[joined.length - 1] = { from: last.from, to: span.to };
    else joined.push(span);
  }
  return joined;
}

const EXCEPT = /^(?:unless|except|außer)$/;

const PRONOUN =
  /^(?:der|die|das|dem|den|denen|deren|dessen|da|wer|wen|wem|welche[rs]?|where|while|damit|während)$/;

/** Whether a clause is a condition, or says more of a word. */
export function isAside(tokens: readonly Token[], lexicon: Lexicon, isLast: boolean): boolean {
  const [first] = tokens;
  if (first === undefined) return false;
  const isArticled = lexicon.language === 'de' && isArticle(tokens);
  if (lexicon.subordinators.has(first.word) && !isArticled) return true;
  return !isLast && beginsWithVerb(tokens, lexicon.language);
}

/** "Wird die Frist versäumt, …", "Once the term has ended, …" */
function beginsWithVerb([first, second]: readonly Token[], language: Language): boolean {
  if (first?.isFirst !== true || second === undefined) return false;
  if (language === 'en') return first.word === 'once' && !/^(?:an?|every|per)$/.test(second.word);
  if (AUXILIARY.test(first.word)) return true;
  return (
    /(?:t|en|nd)$/.test(first.word) &&
    !NO_VERB.test(first.word) &&
    (ARTICLE.test(second.word) || SUBJECT_PRONOUN.test(second.word) || second.isCapital)
  );
}

/** "…, der Mieter für die Wartung": no relative pronoun. */
function isArticle([first, second]: readonly Token[]): boolean {
  if (first === undefined || !PRONOUN.test(first.word)) return false;
  return first.isFirst || (second?.isCapital === true && ARTICLE.test(first.word));
}

const AUXILIARY =
  /^(?:wird|werden|wurden?|ist|sind|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen)$/;
const NO_VERB =
  /^(?:mit|seit|nicht|selbst|erst|sonst|meist|zuerst|zuletzt|samt|den|gegen|neben|zwischen|wegen|unten|oben|außen|innen|während|.*(?:heit|keit|schaft|ent|ant|ist|nist|tät|amt|zeit|zent))$/;
