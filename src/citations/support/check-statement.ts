import type { Language } from '../../language/question-language.js';
import { sentencesOf } from '../../language/sentences.js';
import { withoutEnd } from '../../foundation/without-end.js';
import { holdsWords } from '../quotes.js';
import { agreesInMode } from './modality.js';
import { isWithin, numberObjection } from './numbers.js';
import { isLight, readSentence, type Clause, type Reading, type Term } from './reading.js';
import type { Claim, Objection, SourceText, SupportKind, Verdict } from './verdict.js';
import { areParts, isPartOf, restsOf, sameWord } from './same-word.js';

/** A longer one is no statement: what it takes grows with its length and the text's. */
const LONGEST = 4_000;

const QUOTED = /[„“"»]([^„“”"«»]{12,2000})[”“"«]/g;
const CONCLUDES =
  /(?:^|[\s,;])(?:daher|deshalb|somit|folglich|demnach|mithin|daraus folgt|therefore|hence|thus|consequently|it follows)(?=[\s,])/i;

/** Reads a statement; of one that is too long only whether it is a quote as a whole can be told. */
export function claimOf(statement: string, language: Language): Claim {
  if (statement.length > LONGEST)
    return { text: statement, language, sentences: [], terms: [], quotes: [], around: [] };
  const quotes = [...statement.matchAll(QUOTED)].map(([, inside = '']) => inside);
  const sentences = readText(statement, language);
  const around = quotes.length === 0 ? [] : readText(statement.replaceAll(QUOTED, ' '), language);
  return { text: statement, language, sentences, terms: termsIn(sentences), quotes, around };
}

/** Reads a text, with the headings it stands under. */
export function sourceOf(text: string, context: string, language: Language): SourceText {
  const headings = readText(context, language);
  return {
    text,
    context,
    sentences: readText(text, language),
    contextTerms: termsIn(headings),
    contextNumbers: new Set(context.match(/\d+/g)),
  };
}

function readText(text: string, language: Language): Reading[] {
  return sentencesOf(text, language)
    .flatMap((sentence) => sentence.split(';'))
    .map((part) => readSentence(part, language));
}

function termsIn(sentences: readonly Reading[]): Term[] {
  return sentences.flatMap(({ clauses }) => clauses.flatMap(({ terms }) => terms));
}

/**
 * Holds a statement against texts taken together. It rests on them when they hold what it quotes, or when for each of
 * its sentences they have its things, actors, numbers and dates, and say no less and no more of what is, may and must be.
 */
export function checkStatement(claim: Claim, sources: readonly SourceText[]): Verdict {
  const hasQuotes = isQuoted(claim, sources);
  if (hasQuotes && !claimsAround(claim, sources)) return { kind: 'quote' };
  let kind: SupportKind =
    CONCLUDES.test(claim.text) || sources.length > 1 ? 'inference' : 'paraphrase';
  if (claim.sentences.length === 0) return { objection: 'words', words: [] };
  for (const sentence of claim.sentences) {
    const drawn = drawFrom(sentence, sources);
    const objection = objectionTo(sentence, drawn, sources, claim.language);
    if (objection !== undefined) return objection;
    if (drawn.readings.length > 1) kind = 'inference';
  }
  return { kind: hasQuotes ? 'quote' : kind };
}

/** How many of a statement's words of content a text has: a quick look before a close one. */
export function sharedTerms({ terms }: Claim, { sentences }: SourceText): number {
  const known = new Set(termsIn(sentences).flatMap(({ key, forms }) => [key, ...forms]));
  return terms.filter(({ key, forms }) => known.has(key) || forms.some((form) => known.has(form)))
    .length;
}

/** Whether texts hold what is quoted, and what stands around it turns nothing into its opposite. */
function isQuoted({ text, quotes, around }: Claim, sources: readonly SourceText[]): boolean {
  const whole = sources.map((source) => source.text).join('\n');
  const parts = text.split(' … ');
  if (parts.every((part) => holdsWords(whole, withoutEnd(part.replace(/^["„“]/, ''), /["“”.]/))))
    return true;
  if (quotes.length === 0 || !quotes.every((quote) => holdsWords(whole, quote))) return false;
  const headings = sources.map(({ context }) => context).join('\n');
  // A heading that is only repeated turns nothing, whatever it denies.
  const outside = withoutEnd(text.replaceAll(QUOTED, ' ').trim(), /[\s:.]/);
  if (outside !== '' && holdsWords(headings, outside)) return true;
  const known = new Set(`${whole} ${headings}`.match(/\d+/g));
  return around.every(
    ({ clauses, quantities }) =>
      clauses.every(({ negations }) => negations === 0) &&
      quantities.every(({ value }) =>
        (value.match(/\d+/g) ?? []).every((digits) => known.has(digits)),
      ),
  );
}

/** Whether what stands around the quotes says of its own who acts, or must or may; what a heading says it only repeats. */
function claimsAround({ around }: Claim, sources: readonly SourceText[]): boolean {
  const context = sources.flatMap(({ contextTerms }) => contextTerms);
  const isKnown = (term: Term) => context.some((other) => meansSame(term, other));
  return around.some(({ clauses }) =>
    clauses.some(
      ({ terms, modals }) =>
        !terms.every(isKnown) && (modals.length > 0 || terms.some(({ isActor }) => isActor)),
    ),
  );
}

/** What a sentence of a statement draws on. */
interface Drawn {
  readings: readonly Reading[];
  /** Those of the clauses that say what is, may or must be, not only whose name is taken. */
  telling: readonly Clause[];
  /** Those of them that do so without doubt: more than names of things is taken from them. */
  sure: readonly Clause[];
  clauses: readonly Clause[];
  pairs: readonly { claim: Term; isOpposite: boolean }[];
  uncovered: readonly Term[];
}

interface Drawing {
  readings: Reading[];
  clauses: Clause[];
  telling: Clause[];
  sure: Clause[];
  pairs: Drawn['pairs'][number][];
}

/** Takes the sentence that has most of a statement's words and numbers, then others as long as they add to it. */
function drawFrom(sentence: Reading, sources: readonly SourceText[]): Drawn {
  const readings = sources.flatMap((source) => source.sentences);
  const all = [...termsIn(readings), ...sources.flatMap(({ contextTerms }) => contextTerms)];
  const context = sources.flatMap(({ contextTerms }) => contextTerms);
  let left = termsIn([sentence]);
  const drawn: Drawing = { readings: [], clauses: [], telling: [], sure: [], pairs: [] };
  while (left.length > 0) {
    const best = bestReading(
      sentence,
      left,
      readings.filter((each) => !drawn.readings.includes(each)),
      all,
    );
    if (best === undefined) break;
    // A heading is about every sentence under it, so no further one is needed for its words.
    if (drawn.readings.length > 0) {
      const needed = left.filter((term) => matchIn(term, context, all) === undefined);
      const added = needed.filter((term) => matchIn(term, termsIn([best]), all) !== undefined);
      // How often or how long something is, another sentence says of something else.
      if (!added.some(({ isUnit }) => !isUnit)) break;
    }
    drawn.readings.push(best);
    left = drawClauses(best, left, all, drawn);
  }
  const isKnown = (part: string) => all.some(({ forms }) => sameWord([part], forms, 'de'));
  const uncovered = left.filter(
    (term) =>
      matchIn(term, context, all) === undefined &&
      (term.language !== 'de' || term.isActor || !areParts(term.forms, isKnown)),
  );
  return { ...drawn, uncovered };
}

function bestReading(
  { quantities, dates }: Reading,
  left: readonly Term[],
  readings: readonly Reading[],
  all: readonly Term[],
): Reading | undefined {
  let best: { reading: Reading; score: number } | undefined;
  for (const reading of readings) {
    const terms = termsIn([reading]);
    const has = left.filter((term) => matchIn(term, terms, all) !== undefined).length;
    const numbers = quantities.filter(({ value }) =>
      reading.quantities.some((each) => each.value === value),
    );
    const days = dates.filter((date) => reading.dates.some((other) => isWithin(date, other)));
    const score = has === 0 ? 0 : has + (numbers.length + days.length) / 2;
    if (score > (best?.score ?? 0)) best = { reading, score };
  }
  return best?.reading;
}

/** Takes the clauses of a sentence that have words of the statement, the one with most first; answers what is left. */
function drawClauses(
  { clauses }: Reading,
  wanted: readonly Term[],
  all: readonly Term[],
  drawn: Drawing,
): Term[] {
  let left = [...wanted];
  const isFirst = drawn.clauses.length === 0;
  const open = new Set(clauses);
  for (;;) {
    const matches = [...open].map((clause) => ({
      clause,
      found: left.flatMap((term) => {
        const match = matchIn(term, clause.terms, all);
        return match === undefined ? [] : [{ claim: term, isOpposite: match.isOpposite }];
      }),
    }));
    const [best] = matches.toSorted((a, b) => b.found.length - a.found.length);
    if (best === undefined || best.found.length === 0) return left;
    open.delete(best.clause);
    drawn.clauses.push(best.clause);
    const saysWhat = isFirst || best.found.some(({ claim }) => !claim.isNoun);
    if (saysWhat) drawn.sure.push(best.clause);
    if (saysWhat || best.found.length > 1) drawn.telling.push(best.clause);
    drawn.pairs.push(...best.found);
    const found = new Set(best.found.map(({ claim }) => claim));
    left = left.filter((term) => !found.has(term));
  }
}

/** The word of a text that a word of a statement means, the same or its opposite. */
function matchIn(
  term: Term,
  terms: readonly Term[],
  all: readonly Term[],
): { isOpposite: boolean } | undefined {
  let isFound = false;
  for (const other of terms) {
    if (meansSame(term, other)) return { isOpposite: term.isOpposite !== other.isOpposite };
    if (isNegated(term, other)) return { isOpposite: term.isOpposite === other.isOpposite };
    isFound ||= isPartOf(term.forms, other.forms) || isMadeOf(term, other, all);
  }
  // Where the word itself stands elsewhere, a compound with it is another thing.
  isFound &&= !all.some((other) => meansSame(term, other));
  return isFound ? { isOpposite: false } : undefined;
}

function meansSame(a: Term, b: Term): boolean {
  return a.key === b.key || sameWord(a.forms, b.forms, a.language);
}

/** "unwirksam" and "wirksam". */
function isNegated(a: Term, b: Term): boolean {
  const without = (forms: readonly string[]) =>
    forms.filter((form) => form.startsWith('un') && form.length > 5).map((form) => form.slice(2));
  return (
    sameWord(without(a.forms), b.forms, a.language) ||
    sameWord(a.forms, without(b.forms), a.language)
  );
}

/** A compound of the statement whose parts stand apart in the text: "Stapelhöhe", "in der Höhe gestapelt". */
function isMadeOf(term: Term, other: Term, all: readonly Term[]): boolean {
  if (term.language !== 'de') return false;
  const rests = restsOf(term.forms, [other.forms]);
  return rests.some(
    (rest) =>
      isLight(rest, 'de') ||
      all.some(({ forms }) => sameWord([rest], forms, 'de') || isPartOf([rest], forms)),
  );
}

/** So much of a statement may be said in words that are not known to mean the same. */
const OTHER_WORDS = 0.25;

function objectionTo(
  sentence: Reading,
  drawn: Drawn,
  sources: readonly SourceText[],
  language: Language,
): Verdict | undefined {
  const of = (objection: Objection, terms: readonly { word: string }[] = []): Verdict => ({
    objection,
    words: terms.map(({ word }) => word),
  });
  const number = numberObjection(sentence, drawn, sources);
  if (number !== undefined) return number;
  const { uncovered } = drawn;
  const units = uncovered.filter(({ isUnit }) => isUnit);
  if (units.length > 0) return of('number', units);
  const actors = uncovered.filter(({ isActor }) => isActor);
  if (actors.length > 0) return of('actor', actors);
  const swapped = swappedAgent(sentence, drawn);
  if (swapped !== undefined) return of('actor', [swapped]);
  if (drawn.clauses.length > 0) {
    if (isTurned(sentence, drawn)) return of('negation');
    const said = { clauses: sentence.clauses, readings: [sentence] };
    const given = { clauses: drawn.telling, readings: drawn.readings };
    if (!agreesInMode(said, given, { language, names: isNamed })) return of('modality');
  }
  const all = termsIn([sentence]).length;
  const isInvented = uncovered.some(({ isNoun }) => isNoun) || uncovered.length > OTHER_WORDS * all;
  return isInvented || all === 0 ? of('words', uncovered) : undefined;
}

/** Whether a statement turns what it draws on into its opposite: an odd number of negations and opposites between them. */
function isTurned({ clauses }: Reading, drawn: Drawn): boolean {
  const opposites = drawn.pairs.filter(({ isOpposite }) => isOpposite).length;
  const count = (each: readonly Clause[]) =>
    each.reduce((sum, { negations }) => sum + negations, 0);
  const isOdd = (own: readonly Clause[], telling: readonly Clause[]) =>
    (count(own) + count(telling) + opposites) % 2 === 1;
  const [asides, main] = split(clauses);
  const given = split(drawn.readings.flatMap((reading) => reading.clauses))[0];
  // "Only if" is "not unless".
  const hasOnly = (each: readonly Clause[]) => each.some((clause) => clause.hasOnly);
  const isOther = hasOnly(clauses) !== hasOnly(drawn.clauses);
  if (asides.length === 0 || given.length === 0 || isOther)
    return isOdd(clauses, drawn.sure) && isOdd(clauses, drawn.telling);
  const whole = [...(drawn.readings[0]?.clauses ?? []), ...drawn.sure];
  if (!isOdd(clauses, [...new Set(whole)])) return false;
  const isEither = isOdd(main, split(drawn.sure)[1]) && isOdd(main, split(drawn.telling)[1]);
  const told = split(drawn.telling)[0];
  const negated = count(asides) % 2;
  return (
    isEither || !(told.length > 0 ? told : given).some((each) => each.negations % 2 === negated)
  );
}

/** Conditions and what else hangs on a word, and the rest. */
function split(clauses: readonly Clause[]): [asides: Clause[], main: Clause[]] {
  return [clauses.filter(({ isAside }) => isAside), clauses.filter(({ isAside }) => !isAside)];
}

/** The one who acts in the statement, where the source has somebody else act upon them. */
function swappedAgent({ clauses }: Reading, drawn: Drawn): Term | undefined {
  const terms = clauses.flatMap((clause) => clause.terms);
  for (const { agent, acts, terms: clauseTerms } of clauses) {
    if (agent === undefined) continue;
    const own = drawn.clauses.find((clause) => clause.terms.some((term) => names(agent, term)));
    const [main] = drawn.clauses;
    // Taken from another sentence than what is done: there it does something else.
    const isElsewhere = main?.agent !== undefined && !hasTerm(drawn.readings[0], agent);
    if (isElsewhere) return agent;
    // "… and passes it on to them": the same one does so.
    const other = own?.agent ?? main?.agent;
    if (own === undefined || other === undefined || names(agent, other)) continue;
    const deed = own.agent === undefined ? main : own;
    const isNamed = clauseTerms.some((term) => meansSame(term, other));
    if (isNamed || (acts && deed?.acts === true && sharesDeed(agent, clauseTerms, deed)))
      return agent;
  }
  return clauses.map(({ agent }) => agent).find((agent) => agent && takesOver(agent, terms, drawn));
}

/** Whether what somebody does in a statement is what the clause tells of. */
function sharesDeed(agent: Term, terms: readonly Term[], deed: Clause): boolean {
  return deed.terms.some(
    (each) => !names(agent, each) && terms.some((term) => meansSame(term, each)),
  );
}

/** "The owner fits them, the tenant maintains them": what is another one's own part of a sentence is not theirs. */
function takesOver(agent: Term, terms: readonly Term[], { clauses, readings }: Drawn): boolean {
  const isNamed = (clause: Clause) => clause.terms.some((term) => names(agent, term));
  const own = clauses.filter(isNamed).flatMap((clause) => clause.terms);
  return clauses.some((clause) => {
    const other = clause.agent;
    if (other === undefined || clause.isAside || isNamed(clause)) return false;
    if (own.length === 0 || !readings[0]?.clauses.includes(clause)) return false;
    const isOnlyIn = (term: Term) =>
      term.isNoun &&
      clause.terms.some((each) => meansSame(term, each)) &&
      !own.some((each) => meansSame(term, each));
    return !terms.some((term) => names(term, other)) && terms.some(isOnlyIn);
  });
}

function hasTerm(reading: Reading | undefined, term: Term): boolean {
  return reading !== undefined && termsIn([reading]).some((each) => names(term, each));
}

function isNamed(a: Term, b: Term): boolean {
  return names(a, b) || names(b, a);
}

/** "The authority" may be short for "the harbour authority"; a longer name is another one. */
function names(short: Term, term: Term): boolean {
  return meansSame(short, term) || isPartOf(short.forms, term.forms);
}
