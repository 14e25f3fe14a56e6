import type { Language } from '../../language/question-language.js';
import { german } from './lexicon-de.js';
import { english } from './lexicon-en.js';
import { boundBefore, boundsAt, sidesOf } from './bounds.js';
import type { Bound, Lexicon, ModalWord } from './lexicon.js';
import { agentOf, isActor } from './agents.js';
import { formsOf, isParticle } from './same-word.js';
import {
  ARTICLE,
  isPassive,
  OBLIQUE,
  orders,
  STRONG,
  SUBJECT_PRONOUN,
  type Token,
} from './tokens.js';

/** The words by which each language is read. */
export const lexicons: Readonly<Record<Language, Lexicon>> = { de: german, en: english };

/** A word of content as it is compared. */
export interface Term {
  language: Language;
  word: string;
  /** The word it means the same as, or is the opposite of. */
  key: string;
  isOpposite: boolean;
  forms: readonly string[];
  /** It names a thing or somebody, so that a source must have it. */
  isNoun: boolean;
  isActor: boolean;
  isUnit: boolean;
}

/** A number with what it counts, and on which side of it the values lie. */
export interface Quantity {
  value: string;
  unit?: string;
  bound?: Bound;
  /** It is one until which something is done: "within two weeks", not "at most two weeks". */
  isDeadline?: boolean;
}

/** A day, or as much of it as is said. */
export interface DateSaid {
  year?: number;
  month: number;
  day?: number;
  bound?: Bound;
}

/** A part of a sentence between commas, or from a conjunction on. */
export interface Clause {
  terms: readonly Term[];
  /** How often something in it is turned into its opposite. */
  negations: number;
  /** Those that turn the verb: not "without" and "unless". */
  verbNegations: number;
  modals: readonly (ModalWord | 'to do')[];
  hasOnly: boolean;
  /** What comes first after "only". */
  condition?: Term;
  /** A condition, or said of one word. */
  isAside: boolean;
  isBefore: boolean;
  /** It says until when: with a negation, that something is so only after. */
  isUntil: boolean;
  isAfter: boolean;
  /** Who does what it says, as far as can be told. */
  agent?: Term;
  /** They do it: the clause is no passive that leaves open who does. */
  acts: boolean;
}

/** A sentence as it is compared. */
export interface Reading {
  clauses: readonly Clause[];
  quantities: readonly Quantity[];
  dates: readonly DateSaid[];
  /** The sides that are named without a number: "above the limit". */
  sides: ReadonlySet<Bound>;
}

const TOKEN = /\d+(?:[.,:]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?|[%€$§;:,()–]/gu;
const MARKS: Readonly<Record<string, string>> = { '€': 'euro', $: 'dollar' };

/** Reads a sentence. */
export function readSentence(sentence: string, language: Language): Reading {
  const lexicon = lexicons[language];
  const tokens = withPhrases(tokensOf(sentence, language), lexicon);
  const quantities: Quantity[] = [];
  const dates: DateSaid[] = [];
  const sides = new Set<Bound>();
  const rest = takeNumbers(tokens, lexicon, { quantities, dates, sides });
  const parts = clausesOf(rest, lexicon);
  const clauses = parts.map((each, at) =>
    readClause(each, lexicon, { language, isLast: at === parts.length - 1 }),
  );
  const isCounted = quantities.length + dates.length > 0;
  return { clauses: isCounted ? clauses : withOnlyAfter(clauses), quantities, dates, sides };
}

/** "Not before" and "not until" are "only after". */
function withOnlyAfter(clauses: readonly Clause[]): readonly Clause[] {
  const before = clauses.find(({ isBefore, isUntil }) => isBefore || isUntil);
  const denied = clauses.find(
    ({ isAside, verbNegations, modals }) =>
      !isAside && (modals[0] === 'forbidden' || (modals[0] === 'may' && verbNegations % 2 === 1)),
  );
  if (before === undefined || denied === undefined) return clauses;
  return clauses.map((clause) => {
    const isAfter = clause === before || clause.isAfter;
    const isBefore = clause !== before && clause.isBefore;
    if (clause !== denied) return { ...clause, isBefore, isAfter };
    const isForbidden = clause.modals[0] === 'forbidden';
    return {
      ...clause,
      isBefore,
      isAfter,
      hasOnly: true,
      negations: clause.negations - 1,
      verbNegations: clause.verbNegations - (isForbidden ? 0 : 1),
      modals: isForbidden ? (['may'] as const) : clause.modals,
    };
  });
}

function tokensOf(sentence: string, language: Language): Token[] {
  const flat = sentence
    .replaceAll(/\b([ap])\.m\./g, '$1m')
    .replaceAll(THOUSANDS, '$1.')
    .replaceAll('%', language === 'de' ? ' prozent ' : ' percent ');
  return [...flat.matchAll(TOKEN)].map(([raw], at) => ({
    word: MARKS[raw] ?? raw.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(raw),
    isFirst: at === 0,
  }));
}

/** "20 000" with a blank of any kind. */
const THOUSANDS = /(?<![\d.,])(\d{1,3})[ \u00a0\u202f](?=000(?!\d))/g;

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
    else read.push(...found[1].split(' ').map((word) => ({ ...token, word, isCapital: false })));
    at += found?.[0].split(' ').length ?? 1;
  }
  return read;
}

const NUMBER = /^\d/;
const WITH_MONTH_AFTER = 3;

/** Takes numbers, dates and what bounds them out of the tokens; units stay. */
function takeNumbers(
  tokens: readonly Token[],
  lexicon: Lexicon,
  found: { quantities: Quantity[]; dates: DateSaid[]; sides: Set<Bound> },
): Token[] {
  const rest: Token[] = [];
  const bounded = boundsAt(tokens, lexicon);
  for (const side of sidesOf(bounded)) found.sides.add(side);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const date = dateAt(tokens, at, lexicon);
    const side = boundBefore(bounded, at, (date?.length ?? 1) + at, tokens, lexicon);
    if (date !== undefined) {
      found.dates.push({ ...date.said, ...(side === undefined ? {} : { bound: side.bound }) });
      at += date.length - 1;
      continue;
    }
    const value = numberOf(token.word, lexicon);
    if (value !== undefined) {
      const next = tokens[at + 1]?.word ?? '';
      const unit = lexicon.synonyms.get(next) ?? next;
      found.quantities.push({
        value,
        ...(lexicon.units.has(unit) ? { unit } : {}),
        ...side,
      });
      continue;
    }
    if (bounded.consumed.has(at)) continue;
    rest.push(token);
  }
  return rest;
}

function numberOf(word: string, { numbers }: Lexicon): string | undefined {
  const said = numbers.get(word);
  if (said !== undefined) return String(said);
  if (!NUMBER.test(word)) return undefined;
  if (/^\d{1,3}(?:[.,]\d{3}){1,5}$/.test(word)) return word.replaceAll(/[.,]/g, '');
  return word.replace(',', '.');
}

const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

function dateAt(
  tokens: readonly Token[],
  at: number,
  { months }: Lexicon,
): { said: DateSaid; length: number } | undefined {
  const word = (n: number) => tokens[at + n]?.word ?? '';
  const dotted = DOTTED.exec(word(0));
  if (dotted !== null)
    return {
      said: { day: Number(dotted[1]), month: Number(dotted[2]), year: Number(dotted[3]) },
      length: 1,
    };
  const isDay = (text: string) => /^\d{1,2}$/.test(text);
  const yearAt = (n: number) => {
    const next = word(n) === ',' ? n + 1 : n;
    return /^\d{4}$/.test(word(next)) ? { year: Number(word(next)), length: next + 1 } : undefined;
  };
  const monthOf = (n: number) => (tokens[at + n]?.isCapital ? months.get(word(n)) : undefined);
  const monthAfter = monthOf(1);
  if (isDay(word(0)) && monthAfter !== undefined) {
    const { year, length } = yearAt(2) ?? { length: 2 };
    const said = { day: Number(word(0)), month: monthAfter };
    return {
      said: year === undefined ? said : { ...said, year },
      length: Math.min(length, WITH_MONTH_AFTER + 1),
    };
  }
  const month = monthOf(0);
  if (month === undefined || (!isDay(word(1)) && yearAt(1) === undefined)) return undefined;
  const day = isDay(word(1)) ? { day: Number(word(1)) } : {};
  const { year, length } = yearAt(isDay(word(1)) ? 2 : 1) ?? { length: isDay(word(1)) ? 2 : 1 };
  return { said: { month, ...day, ...(year === undefined ? {} : { year }) }, length };
}

const BREAK = /^[;:,()–]$/;
const JOINS = /^(?:und|oder|sowie)$/;

function clausesOf(tokens: readonly Token[], { subordinators }: Lexicon): Token[][] {
  const clauses: Token[][] = [];
  let open: Token[] = [];
  const close = () => {
    if (open.length > 0) clauses.push(open);
    open = [];
  };
  for (const token of tokens) {
    if (BREAK.test(token.word)) {
      close();
      continue;
    }
    // A relative pronoun needs its comma; a conjunction begins a part without one.
    const isConjunction = subordinators.has(token.word) && !PRONOUN.test(token.word);
    const joins = JOINS.test(token.word) && isParticle(open.at(-1)?.word ?? '');
    if ((isConjunction || joins) && open.length > 0) close();
    open.push(token);
  }
  close();
  return clauses;
}

const PRONOUN =
  /^(?:der|die|das|dem|den|denen|deren|dessen|da|wer|wen|wem|welche[rs]?|where|while|damit|während)$/;

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

const UNTIL = /^(?:until|bis)$/;

const AUXILIARY =
  /^(?:wird|werden|wurden?|ist|sind|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen)$/;
const NO_VERB =
  /^(?:mit|seit|nicht|selbst|erst|sonst|meist|zuerst|zuletzt|samt|den|gegen|neben|zwischen|wegen|unten|oben|außen|innen|während|.*(?:heit|keit|schaft|ent|ant|ist|nist|tät|amt|zeit|zent))$/;

function readClause(
  tokens: readonly Token[],
  lexicon: Lexicon,
  { language, isLast }: { language: Language; isLast: boolean },
): Clause {
  const { negations, modals, only, before, after, subordinators } = lexicon;
  const first = tokens[0]?.word ?? '';
  const has = (set: ReadonlySet<string>) => tokens.some(({ word }) => set.has(word));
  const said = tokens.flatMap(({ word }) => modals.get(word) ?? []);
  const strong = tokens
    .filter(({ word }) => STRONG.test(word))
    .flatMap(({ word }) => modals.get(word) ?? []);
  const isCondition = !isLast && beginsWithVerb(tokens, language);
  const isOrder = language === 'de' && orders(tokens);
  const forbidding = said.filter((modal) => modal === 'forbidden').length;
  const verb = tokens.filter(
    ({ word }) => negations.has(word) && !modals.has(word) && !ABSENCE.test(word),
  ).length;
  const absent = tokens.filter(({ word }) => negations.has(word) && ABSENCE.test(word)).length;
  const terms = termsOf(tokens, lexicon, language);
  const agentAt = agentOf(tokens, lexicon, language);
  const agent = agentAt === undefined ? undefined : termAt(tokens, agentAt, lexicon, language);
  const onlyAt = tokens.findIndex(({ word }) => only.has(word));
  const condition =
    onlyAt < 0
      ? undefined
      : termsOf(tokens.slice(onlyAt + 1), lexicon, language).find(
          ({ isNoun, isUnit }) => isNoun && !isUnit,
        );
  return {
    terms,
    negations: verb + absent + forbidding,
    verbNegations: verb,
    modals: isOrder ? ['to do'] : strong.length > 0 ? strong : said,
    hasOnly: has(only),
    isAside: isCondition || (subordinators.has(first) && !isArticle(tokens)),
    isBefore: has(before),
    isUntil: UNTIL.test(first) || tokens.some(({ word }) => word === 'until'),
    isAfter: tokens.some(
      ({ word }, at) =>
        after.has(word) &&
        !(word === 'following' && ARTICLE.test(tokens[at - 1]?.word ?? '')) &&
        !/^(?:§|absatz|satz|artikel)$/.test(tokens[at + 1]?.word ?? ''),
    ),
    acts: has(lexicon.by) || !(isOrder || isPassive(tokens, language)),
    ...(agent === undefined ? {} : { agent }),
    ...(condition === undefined ? {} : { condition }),
  };
}

const ABSENCE =
  /^(?:without|unless|except|lacks?|fail(?:s|ed|ing)?|missing|ohne|außer|fehl.*|unterl.*|versäum.*)$/;
const SHORTEST = 3;
const LENDING = /^(?:ge[bh]|gib|komm|mach|nehm|nimm|sieh|stell|hält|halt)(?:e?t|en|st)?$/;

function termsOf(tokens: readonly Token[], lexicon: Lexicon, language: Language): Term[] {
  const last = tokens.at(-1);
  const particle = language === 'de' && isParticle(last?.word ?? '') ? last : undefined;
  return tokens.flatMap((token, at): Term[] => {
    const { word } = token;
    const isVerb = (!token.isCapital || token.isFirst) && token !== last;
    if (token === particle && !token.isCapital) return [];
    // "Nimmt … mit" says more than "nimmt".
    const isSplit = isVerb && particle !== undefined && LENDING.test(word);
    if (word.length < SHORTEST || (saysNothing(word, lexicon) && !isSplit)) return [];
    if (isRuleWord(word, lexicon)) return [];
    const term = termAt(tokens, at, lexicon, language);
    if (!isVerb || particle === undefined) return [term];
    // "teilt … mit" is "mitteilen".
    const joined = formsOf(particle.word + word, language);
    const key = meaningOf(joined, lexicon) ?? term.key;
    return [{ ...term, key, forms: isSplit ? joined : [...term.forms, ...joined] }];
  });
}

/** Words that are read by what they do in a sentence. */
function isRuleWord(word: string, lexicon: Lexicon): boolean {
  const { negations, modals, only, receives, before, after, subordinators, bounds } = lexicon;
  return [negations, modals, only, receives, before, after, subordinators, bounds].some((each) =>
    each.has(word),
  );
}

/** A function word, a verb that lends its meaning, or a participle of one: "gestellt". */
function saysNothing(word: string, { light }: Lexicon): boolean {
  return light.has(word) || (word.startsWith('ge') && light.has(word.slice(2)));
}

function termAt(tokens: readonly Token[], at: number, lexicon: Lexicon, language: Language): Term {
  const token = tokens[at] as Token;
  const { word } = token;
  const isOpposite = lexicon.opposites.has(word);
  const plain = lexicon.opposites.get(word) ?? word;
  const forms = formsOf(plain, language);
  const key = lexicon.synonyms.get(plain) ?? meaningOf(forms, lexicon) ?? plain;
  return {
    language,
    word,
    key,
    isOpposite,
    forms,
    isNoun:
      language === 'de'
        ? token.isCapital && !isSentenceStart(token)
        : isNounBetween(tokens[at - 1]?.word ?? '', word, tokens[at + 1]?.word ?? ''),
    isActor: isActor(token, lexicon, language),
    isUnit: lexicon.units.has(key),
  };
}

function meaningOf(forms: readonly string[], lexicon: Lexicon): string | undefined {
  return forms
    .map((form) => plainSynonyms.get(lexicon)?.get(form))
    .find((key) => key !== undefined);
}

/** Synonyms by their forms. */
const plainSynonyms = new Map(
  Object.entries(lexicons).map(([language, lexicon]) => {
    const entries = [...lexicon.synonyms].flatMap(([word, key]) =>
      formsOf(word, language as Language).map((form) => [form, key] as const),
    );
    return [lexicon, new Map(entries)] as const;
  }),
);

function isSentenceStart({ isFirst, word }: Token): boolean {
  return isFirst && /(?:en|t|lich|ig)$/.test(word);
}

const BEFORE_VERB =
  /^(?:to|is|are|was|were|be|been|being|must|may|can|shall|should|will|not|have|has|had|who|that|which|and|or|forbidden|need)$/;

/** An English word that follows a verb or an auxiliary, or ends like a verb, may be one; any other names something. */
function isNounBetween(previous: string, word: string, next: string): boolean {
  if (OBLIQUE.test(previous) && previous !== 'to') return true;
  const endsPhrase = next === '' || OBLIQUE.test(next) || ARTICLE.test(next) || BREAK.test(next);
  if (/[^s]s$/.test(word) && endsPhrase && !ARTICLE.test(previous)) return false;
  return !(BEFORE_VERB.test(previous) || /(?:ed|ing|ly)$/.test(word));
}

/** Whether a form of a word says nothing that could be wrong. */
export function isLight(form: string, language: Language): boolean {
  return lightForms[language].has(form);
}

const lightForms: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set([...german.light].flatMap((word) => formsOf(word, 'de'))),
  en: english.light,
};
