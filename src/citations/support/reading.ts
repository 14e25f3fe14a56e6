import type { Language } from '../../foundation/question-language.js';
import { german } from './lexicon-de.js';
import { english } from './lexicon-en.js';
import { boundBefore, boundsAt, sidesOf } from './bounds.js';
import type { Bound, Lexicon, ModalWord } from './lexicon.js';
import { formsOf, isParticle } from './same-word.js';

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
  /** A condition, or said of one word. */
  isAside: boolean;
  isBefore: boolean;
  isAfter: boolean;
  /** Who does what it says, as far as can be told. */
  agent?: Term;
}

/** A sentence as it is compared. */
export interface Reading {
  clauses: readonly Clause[];
  quantities: readonly Quantity[];
  dates: readonly DateSaid[];
  /** The sides that are named without a number: "above the limit". */
  sides: ReadonlySet<Bound>;
}

interface Token {
  word: string;
  isCapital: boolean;
  isFirst: boolean;
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
  const clauses = clausesOf(rest, lexicon).map((each) => readClause(each, lexicon, language));
  return { clauses, quantities, dates, sides };
}

function tokensOf(sentence: string, language: Language): Token[] {
  const flat = sentence
    .replaceAll(/\b([ap])\.m\./g, '$1m')
    .replaceAll('%', language === 'de' ? ' prozent ' : ' percent ');
  return [...flat.matchAll(TOKEN)].map(([raw], at) => ({
    word: MARKS[raw] ?? raw.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(raw),
    isFirst: at === 0,
  }));
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
    const bound = boundBefore(bounded, at, (date?.length ?? 1) + at, tokens, lexicon);
    if (date !== undefined) {
      found.dates.push({ ...date.said, ...(bound === undefined ? {} : { bound }) });
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
        ...(bound === undefined ? {} : { bound }),
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
  const monthAfter = months.get(word(1));
  if (isDay(word(0)) && monthAfter !== undefined) {
    const { year, length } = yearAt(2) ?? { length: 2 };
    const said = { day: Number(word(0)), month: monthAfter };
    return {
      said: year === undefined ? said : { ...said, year },
      length: Math.min(length, WITH_MONTH_AFTER + 1),
    };
  }
  const month = months.get(word(0));
  if (month === undefined || (!isDay(word(1)) && yearAt(1) === undefined)) return undefined;
  const day = isDay(word(1)) ? { day: Number(word(1)) } : {};
  const { year, length } = yearAt(isDay(word(1)) ? 2 : 1) ?? { length: isDay(word(1)) ? 2 : 1 };
  return { said: { month, ...day, ...(year === undefined ? {} : { year }) }, length };
}

const BREAK = /^[;:,()–]$/;

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
    if (isConjunction && open.length > 0) close();
    open.push(token);
  }
  close();
  return clauses;
}

const PRONOUN =
  /^(?:der|die|das|dem|den|denen|deren|dessen|da|wer|wen|wem|welche[rs]?|where|while|damit|während)$/;

function readClause(tokens: readonly Token[], lexicon: Lexicon, language: Language): Clause {
  const { negations, modals, only, before, after, subordinators } = lexicon;
  const first = tokens[0]?.word ?? '';
  const has = (set: ReadonlySet<string>) => tokens.some(({ word }) => set.has(word));
  const said = tokens.flatMap(({ word }) => modals.get(word) ?? []);
  const strong = tokens
    .filter(({ word }) => STRONG.test(word))
    .flatMap(({ word }) => modals.get(word) ?? []);
  const isOrder = language === 'de' && orders(tokens);
  const forbidding = said.filter((modal) => modal === 'forbidden').length;
  const verb = tokens.filter(
    ({ word }) => negations.has(word) && !modals.has(word) && !ABSENCE.test(word),
  ).length;
  const absent = tokens.filter(({ word }) => negations.has(word) && ABSENCE.test(word)).length;
  const terms = termsOf(tokens, lexicon, language);
  const agent = agentOf(tokens, lexicon, language);
  return {
    terms,
    negations: verb + absent + forbidding,
    verbNegations: verb,
    modals: isOrder ? ['to do'] : strong.length > 0 ? strong : said,
    hasOnly: has(only),
    isAside: subordinators.has(first) && !(tokens[0]?.isFirst && PRONOUN.test(first)),
    isBefore: has(before),
    isAfter: tokens.some(
      ({ word }, at) =>
        after.has(word) && !/^(?:§|absatz|satz|artikel)$/.test(tokens[at + 1]?.word ?? ''),
    ),
    ...(agent === undefined ? {} : { agent }),
  };
}

const ABSENCE = /^(?:without|unless|except|lacks?|ohne|außer)$/;
/** Verbs; nouns such as "right" say what is allowed only where no verb does. */
const STRONG =
  /^(?:must|shall|may|can|could|might|cannot|should|need|darf|dürfen|kann|können|muss|müssen|soll|sollen|sollten?|forbidden)$/;
const TO_DO = /^(?:ist|sind|hat|haben|war|waren)$/;

/** German "ist … zu prüfen", "hat … abzurechnen". */
function orders(tokens: readonly Token[]): boolean {
  if (!tokens.some(({ word }) => TO_DO.test(word)) || tokens.some(({ word }) => word === 'um'))
    return false;
  return tokens.some(({ word, isCapital }, at) => {
    if (isCapital) return false;
    if (word === 'zu')
      return /(?:en|ern|eln|n)$/.test(tokens[at + 1]?.word ?? '') && !tokens[at + 1]?.isCapital;
    return /^(?:ab|an|auf|aus|bei|ein|fest|mit|nach|vor|weg|wieder|zurück|bereit)zu.{3,}n$/.test(
      word,
    );
  });
}

const SHORTEST = 3;

function termsOf(tokens: readonly Token[], lexicon: Lexicon, language: Language): Term[] {
  const last = tokens.at(-1)?.word ?? '';
  return tokens.flatMap((token, at): Term[] => {
    const { word } = token;
    if (word.length < SHORTEST || lexicon.light.has(word)) return [];
    const isRuleWord =
      lexicon.negations.has(word) || lexicon.modals.has(word) || lexicon.only.has(word);
    if (lexicon.receives.has(word)) return [];
    if (isRuleWord || lexicon.before.has(word) || lexicon.after.has(word)) return [];
    if (lexicon.subordinators.has(word) || lexicon.bounds.has(word)) return [];
    const term = termOf(token, tokens[at - 1], lexicon, language);
    // "teilt … mit" is "mitteilen".
    const joined =
      language === 'de' && isParticle(last) && !token.isCapital
        ? formsOf(last + word, language)
        : [];
    const key =
      joined.length > 0 ? (lexicon.synonyms.get(last + infinitive(word)) ?? term.key) : term.key;
    return [{ ...term, key, forms: [...term.forms, ...joined] }];
  });
}

function infinitive(word: string): string {
  return word.replace(/t$/, 'en');
}

function termOf(
  token: Token,
  previous: Token | undefined,
  lexicon: Lexicon,
  language: Language,
): Term {
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
        : isNounAfter(previous?.word ?? '', word),
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
function isNounAfter(previous: string, word: string): boolean {
  return !(BEFORE_VERB.test(previous) || /(?:ed|ing|ly)$/.test(word));
}

const ACTOR_ENDINGS: Readonly<Record<Language, RegExp>> = {
  de: /(?:.{3}er|.{3}erin|.{3}innen|inhaber|verantwortliche[rn]?|beauftragte[rn]?|behörden?|amt|rat|abteilung)$/,
  en: /(?:.{3}ers?|.{3}ors?|.{3}ees?|.{4}ants?|.{3}ists?)$/,
};
const NO_ACTORS =
  /^(?:.*(?:alter|fenster|wasser|nummer|winter|sommer|meter|liter|mutter|feuer|steuer|lager|muster|fehler|zimmer|papier|number|order|water|paper|letter|computer|matter|quarter|container|floor|door|after|under|over|other|never|ever|either|whether|however|further|longer|later|earlier|error|factor|motor|power|per|offer|cover|summer|november|december|september|october|former|latter|lower|upper|higher|vor|für))$/;

function isActor(
  { word, isCapital }: Token,
  { actors, synonyms }: Lexicon,
  language: Language,
): boolean {
  if (actors.has(word) || actors.has(word.replace(/s$/, ''))) return true;
  if (synonyms.has(word) || NO_ACTORS.test(word)) return false;
  if (language === 'de' && !isCapital) return false;
  return ACTOR_ENDINGS[language].test(word);
}

const OBLIQUE =
  /^(?:dem|den|des|einem|einen|eines|zum|zur|vom|beim|im|am|ihm|bei|mit|an|für|gegen|to|of|for|with|from|at|against|between|in|on)$/;
const ARTICLE =
  /^(?:der|die|das|dem|den|des|ein|eine|einem|einen|einer|eines|the|a|an|any|each|every|jede[rnms]?)$/;

const SUBJECT_PRONOUN = /^(?:er|es|man|wer|he|she|they|it|who)$/;

/** Who does it: the one after "by" in a passive, from whom something is received, else the first in the nominative. */
function agentOf(tokens: readonly Token[], lexicon: Lexicon, language: Language): Term | undefined {
  const actors = tokens.flatMap((token, at) =>
    isActor(token, lexicon, language) && !lexicon.light.has(token.word) ? [{ token, at }] : [],
  );
  const lead = (at: number): readonly [string, string] => {
    const direct = tokens[at - 1]?.word ?? '';
    const further = ARTICLE.test(direct) ? (tokens[at - 2]?.word ?? '') : '';
    return [direct, further];
  };
  const isGiving = tokens.some(({ word }) => lexicon.receives.has(word));
  const giver = /^(?:from|von|vom)$/;
  const by = actors.find(({ at }) =>
    tokens
      .slice(Math.max(0, at - 3), at)
      .some(({ word }) => (isGiving ? giver.test(word) : lexicon.by.has(word))),
  );
  const subject = actors.find(({ at }) => {
    const [direct, further] = lead(at);
    if (OBLIQUE.test(direct) || OBLIQUE.test(further) || lexicon.by.has(further)) return false;
    return !(direct === 'der' && /^(?:\p{L}+e|von|bei|mit|zu|nach)$/u.test(further) && at > 2);
  });
  const hasPronoun = tokens.some(({ word }) => SUBJECT_PRONOUN.test(word));
  const found = by ?? (hasPronoun ? undefined : subject);
  return found && termOf(found.token, tokens[found.at - 1], lexicon, language);
}

/** Whether a form of a word says nothing that could be wrong. */
export function isLight(form: string, language: Language): boolean {
  return lightForms[language].has(form);
}

const lightForms: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set([...german.light].flatMap((word) => formsOf(word, 'de'))),
  en: english.light,
};
