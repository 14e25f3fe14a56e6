import { withoutEnd } from '../../../foundation/without-end.js';
import type { ResearchLanguage } from '../state.js';
import { speaksOf, stemsOf, termsOf } from './terms.js';

/** Said behind what is left out: "§ 19 entfällt", "Refund does not belong to it". */
const BEHIND = [
  'entfällt, entfallen, fällt weg, fallen weg, gehört nicht, gehören nicht, spielt keine rolle, spielen keine rolle',
  'ist egal, sind egal, bleibt außer, bleiben außer, bleibt weg, bleiben weg, kann weg, können weg, ist außen vor',
  'sind außen vor, ist ausgeschlossen, sind ausgeschlossen, ist nicht wichtig, sind nicht wichtig, interessiert nicht',
  'interessieren nicht, interessiert mich nicht, interessieren mich nicht, brauche ich nicht, brauchen wir nicht',
  "does not belong, doesn't belong, do not belong, don't belong, is not relevant, are not relevant, is irrelevant",
  'are irrelevant, can be left out, is out of scope, are out of scope, is excluded, are excluded, is not needed',
  "are not needed, is not important, are not important, does not matter, doesn't matter, do not matter, don't matter",
  "does not interest, doesn't interest, do not interest, don't interest",
].flatMap(listed);

/** Said before it: "leave out refunds". */
const BEFORE = [
  'leave out, leave aside, skip, ignore, forget, drop, exclude, excluding, without, except, apart from, nothing on',
  "nothing about, not interested in, do not care about, don't care about, with the exception of, not",
  'ohne, außer, mit ausnahme von, mit ausnahme der, ignoriere, ignorieren sie, lass, lassen sie, nichts zu',
  'nichts über, nicht, kein, keine, keinen, no',
].flatMap(listed);

/** Said at the end, with what is left out before it: "…, die Anwendung lassen wir weg", "§ 14 bitte ausklammern". */
const AT_END =
  /\s(?:weg|raus|beiseite|weglassen|auslassen|ausklammern|ausschließen|ausnehmen|wegfallen|entfallen|streichen|ignorieren|außen vor(?: lassen| bleiben)?|außer acht(?: lassen| bleiben)?|unberücksichtigt(?: lassen| bleiben)?|nicht (?:betrachten|behandeln|berücksichtigen|einbeziehen|aufnehmen|prüfen|weiter verfolgen))$/i;
/** "leave gift cards out" */
const AROUND =
  /^(?:(?:but|and|please|so|then|we|i|you|can|could|should|would|let's) ){0,4}(?:leave|keep|take) (.{1,200}) (?:out|aside|away)$/i;

/** "Except Annex 4 everything belongs to it": what is said of all else. */
const ALL_ELSE =
  /\s(?:(?:gehör(?:t|en)|ist|sind|gilt) (?:alles|alle)|(?:everything|all)(?: else)? (?:is|are|belongs?|applies))(?:\s.{0,200})?$/i;

/** "No limit" and "keine Ahnung" leave out nothing. */
const NO_EXCLUSION =
  /^(more|less|limit|limits|idea|preference|problem|matter|ahnung|präferenz|einschränkung|eile|grenze)\b/i;
/** Words around what is left out that are no part of it. */
const FILLERS = new Set(
  'the a an die der das den dem des ein eine about on of for with um von zu über auf part section chapter topic teil abschnitt thema please bitte weg aus beiseite raus out mehr anymore everything alles aber und and but you can could sie können i do we should wir ich mich me es geht am bin ist sind are be need needs anything etwas jedoch allerdings aber lass lassen lasse soll sollen sollte sollten kann können könnte könnten würde möchte bitte'.split(
    ' ',
  ),
);

function listed(phrases: string): string[] {
  return phrases.split(', ');
}

/** What a part of a text wants, and what it leaves out. */
interface Clause {
  wanted: string;
  left: string;
}

/** What a user's words leave out, as it is named there. */
export function exclusionsOf(text: string): string[] {
  return clausesOf(text)
    .flatMap(({ left }) => left.split(/\s(?:und|oder|sowie|noch|and|or|nor)\s|,\s/))
    .map(bare)
    .filter((left) => left !== '');
}

/** What a user wants, without what the same words leave out: "in the workshop, not in medicine". */
export function withoutExclusions(text: string): string {
  const wanted = clausesOf(text).map((clause) => clause.wanted);
  const said = wanted.join('').replace(/^[\s.,;:!?]+/, '');
  return withoutEnd(said.replace(/^(?:sondern|but|aber|jedoch|and|und)\s/i, ''), /[\s,;:]/);
}

/** A part of a question that asks or sets a condition leaves out nothing: "when a permit is not needed". */
const CONDITION =
  /^(?:and |but |und |aber )?(?:if|when|where|who|which|what|because|wenn|falls|wann|wo|wer|was|welche[rsmn]?|weil|ob)\b/i;
/** Of what stands in an asking sentence only these, at its beginning, leave something out. */
const LEADS =
  /^(?:and |but |und |aber )?(?:not|nicht|except|außer|apart from|excluding|leave out|leaving out|skip|ignore|mit ausnahme)\b/i;
const MOST_WORDS = 7;

/**
 * A question apart from what it leaves out itself: a section ("ohne § 19"), or a clause of its own that does
 * nothing else ("Refunds do not belong to it."). "Without" and "not" in what is asked belong to the question.
 */
export function questionExclusionsOf(text: string): { question: string; left: string[] } {
  const parts = text.split(/([.;!?,:](?:\s|$)|\n)/);
  const kept: string[] = [];
  const left: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [clause = '', mark = ''] = [parts[at], parts[at + 1]];
    const end = parts.slice(at).find((part, place) => place % 2 === 1 && /^[.!?;\n]/.test(part));
    const read = readClause(clause);
    const isOut = read.left !== '' && leavesOut(clause.trim(), read, at === 0, end?.[0] === '?');
    if (!isOut) kept.push(clause, mark);
    else {
      left.push(clause.trim());
      if (read.wanted !== '') kept.push(read.wanted, mark);
      // The mark of the sentence stays with what is left of it.
      else if (/^[?!]/.test(mark)) kept.splice(-1, 1, mark);
    }
  }
  const question = withoutEnd(kept.join(''), /[\s,;:]/);
  return question === '' || left.length === 0 ? { question: text, left: [] } : { question, left };
}

function leavesOut(clause: string, read: Clause, isFirst: boolean, asks: boolean): boolean {
  if (/§\s?\d/.test(read.left)) return !CONDITION.test(read.left);
  if (isFirst || read.wanted !== '' || CONDITION.test(clause)) return false;
  return clause.split(/\s+/).length <= MOST_WORDS && (!asks || LEADS.test(clause));
}

/** Parts of a text that say one thing each; what is wanted keeps its punctuation. */
function clausesOf(text: string): Clause[] {
  const parts = text.split(/([.;!?,:]\s|\n)/);
  const clauses: Clause[] = [];
  let goesOn = false;
  for (let at = 0; at < parts.length; at += 2) {
    const [clause = '', mark = ''] = [parts[at], parts[at + 1]];
    // "exclude: taxes, customs"
    const read = goesOn ? { wanted: '', left: bare(clause) } : readClause(clause);
    const opens = mark.startsWith(':') && BEFORE.includes(clause.trim().toLowerCase());
    goesOn = opens || (goesOn && mark.startsWith(','));
    const wanted = read.wanted === '' || opens ? '' : `${read.wanted}${mark}`;
    clauses.push({ wanted, left: opens ? '' : read.left });
  }
  return clauses;
}

function readClause(clause: string): Clause {
  const text = clause.trim().replace(/[.;!?]$/, '');
  const lower = text.toLowerCase();
  const all = { wanted: clause, left: '' };
  if (/\b(?:nicht nur|not only)\b/.test(lower)) return all;
  const end = AT_END.exec(text);
  const around = AROUND.exec(text)?.[1] ?? (end === null ? '' : text.slice(0, end.index));
  if (bare(around) !== '') return { wanted: '', left: bare(around) };
  const behind = BEHIND.map((phrase) => lower.indexOf(` ${phrase}`)).find((at) => at > 0);
  if (behind !== undefined) return { wanted: '', left: bare(text.slice(0, behind)) };
  const [first] = BEFORE.map((phrase) => ({ phrase, at: ` ${lower} `.indexOf(` ${phrase} `) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.phrase.length - a.phrase.length);
  if (first === undefined) return all;
  const named = text
    .slice(first.at + first.phrase.length)
    .replace(ALL_ELSE, '')
    .trim();
  const left = NO_EXCLUSION.test(named) ? '' : bare(named);
  if (left === '') return all;
  const before = text.slice(0, first.at);
  return { wanted: bare(before) === '' ? '' : before.trimEnd(), left };
}

/** A name without the little words at its ends. */
function bare(text: string): string {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const isFiller = (word = '') => FILLERS.has(word.toLowerCase());
  while (isFiller(words[0])) words.shift();
  while (isFiller(words.at(-1))) words.pop();
  return words.join(' ');
}

const NUMBERED =
  /(?:§|Anlage|Anhang|Annex|Appendix|Schedule|Artikel|Article|Art\.|Section)\s?\d+\p{L}?(?!\p{L})/giu;

function withoutBlanks(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}

/** Whether a heading or name is about something that was left out: its section, or all words of it. */
export function isLeftOut(
  name: string,
  exclusions: readonly string[],
  language: ResearchLanguage,
): boolean {
  const sections = (of: string) => of.match(NUMBERED)?.map(withoutBlanks) ?? [];
  const own = sections(name);
  const stems = stemsOf(name, language);
  return exclusions.some((exclusion) => {
    const cited = sections(exclusion);
    if (cited.length > 0) return cited.some((section) => own.includes(section));
    const terms = termsOf(exclusion, language);
    return terms.length > 0 && terms.every((term) => speaksOf(stems, term));
  });
}
