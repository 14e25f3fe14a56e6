import { stem as stemOf } from './english-stem.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import type { Reading, Tag, Token } from '../../../../samples/offline-model/kit.js';
import { ruleWords } from './lexicon.js';
import { peopleIn } from './people-phrases.js';

/** Words for a group that are no part of its name: "the warehouse team". */
const groupWords = ruleWords('groupWords');
const nounMarkers = ruleWords('nounMarkers');
/** What can be meant "for" somebody: "an alert for the buyers". */
const messageNouns = ruleWords('messageNouns');
/** Words after which people stand, by what the action does with them. */
const peopleMarkers = new Set([...ruleWords('peopleMarkers')].map(stemOf));
/** Words that end the list of people in an action's part of the sentence. */
const peopleStops = ruleWords('peopleStops');
const sentThings = ruleWords('sentThings');
/** Words for the one who writes. */
const selfWords = ruleWords('selfWords');

const JOINT = /^(and|&|,|plus|or)$/;

/** Someone a sentence names as a receiver or approver; `self` is who writes, `own` whom the record names. */
export interface PersonWish {
  kind: 'email' | 'name' | 'self' | 'own';
  text: string;
}

/** The people that a part of a sentence names after its verb and after words such as "to" and "from", each once. */
export function readPeople(clause: Reading): PersonWish[] {
  const wishes = clause.tokens.flatMap(({ kind, lower }): PersonWish[] =>
    kind === 'email' ? [{ kind, text: lower }] : [],
  );
  const verbs = clause.all(
    'action.send_email|action.send_notification|action.create_alert|action.seek_approval',
  );
  const gaps = new Set(verbs.filter(hasGap).map(({ from }) => from));
  for (const [place, { stem }] of clause.tokens.entries()) {
    // "the approval of Maria Keller"
    const isOf = stem === 'of' && clause.at(place - 1, 'step.seek_approval') !== undefined;
    const isMarker = isOf || (peopleMarkers.has(stem) && !isThing(clause, place));
    if (isMarker || gaps.has(place) || isForPeople(clause, place))
      wishes.push(...namesAfter(clause, place + 1));
  }
  return [...new Map(wishes.map((wish) => [wish.text.toLowerCase(), wish])).values()];
}

/** "an alert" is no deed: whom it is for stands behind other words. */
function isThing(clause: Reading, place: number): boolean {
  const isNoun = clause.at(place, 'step.*') !== undefined;
  return isNoun && (nounMarkers.has(clause.lower(place - 1)) || clause.lower(place + 1) === ',');
}

/** "drop Anna an email": who it goes to may stand between the verb and the thing. */
function hasGap({ covers, from, to }: Tag): boolean {
  return covers.length > 1 && to - from > covers.length;
}

/** "an alert for the warehouse managers" or "for finance", but not "for low stock", which other words speak of. */
function isForPeople(clause: Reading, place: number): boolean {
  const isBeside = messageNouns.has(clause.lower(place - 1));
  const isBehind = clause.tokens.slice(0, place).some(({ lower }) => messageNouns.has(lower));
  const isFor = clause.lower(place) === 'for';
  // "critical alert, warehouse managers"
  if (!isBehind || !(isFor || (isBeside && clause.lower(place) === ','))) return false;
  const run = runFrom(clause, place + 1);
  const isUnknown =
    isFor &&
    isBeside &&
    run.length > 0 &&
    !clause.tags.some(({ covers }) => covers.some((at) => at > place && at <= place + run.length));
  return isUnknown || peopleIn(clause).some(({ from, to }) => from <= place + 1 && place + 1 < to);
}

/** Who is named at the start of a part: a proper name, or a group. */
export function personFirst(part: Reading): PersonWish | undefined {
  return peopleIn(part)[0]?.from === 0 ? namesAfter(part, 0)[0] : undefined;
}

/** Names of two words or more, whatever stands before them: "Elena Petrova should get that too". */
export function properNames({ tokens }: Reading): PersonWish[] {
  const runs: string[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    if (kit.isInName(tokens, at)) runs.at(-1)?.push(token.text);
    else runs.push([]);
  }
  const names = runs.filter(({ length }) => length > 1);
  return names.map((words) => ({ kind: 'name', text: words.join(' ') }));
}

/** The names from a place on: "the warehouse team and Anna", "the sales rep of the order". */
function namesAfter(clause: Reading, from: number): PersonWish[] {
  const parts: Token[][] = [[]];
  const run = runFrom(clause, from);
  for (const token of run) {
    if (JOINT.test(token.lower)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  const end = from + run.length;
  const owner = /^of (the|this|that|each) $/.test(`${clause.words(end, end + 2)} `.toLowerCase())
    ? clause.all('entity.*').find((tag) => tag.from === end + 2)
    : undefined;
  const wishes = parts.flatMap(toWish);
  const last = wishes.at(-1);
  if (owner === undefined || last === undefined) return wishes;
  const text = `${last.text.toLowerCase()} of ${clause.words(owner.from, owner.to)}`;
  return [...wishes.slice(0, -1), { kind: 'own', text }];
}

/** The tokens from a place on that may be people. */
function runFrom(clause: Reading, from: number): Token[] {
  const run = clause.tokens.slice(from);
  const end = run.findIndex(
    (_token, at) => endsRun(clause, from + at, from) || doesNext(clause, from + at),
  );
  return end < 0 ? run : run.slice(0, end);
}

/** "and write an audit entry": what follows is another deed, no person. */
function doesNext(clause: Reading, at: number): boolean {
  const deeds = clause.all('action.*|act.*').filter(({ concept }) => concept !== 'act.add');
  // "and bake a cake": a word before an article is a verb, known or not.
  const isVerb =
    clause.tokens[at + 1]?.kind === 'word' &&
    !groupWords.has(clause.lower(at + 1)) &&
    /^(an?|the)$/.test(clause.lower(at + 2));
  return JOINT.test(clause.lower(at)) && (isVerb || deeds.some(({ from }) => from === at + 1));
}

function endsRun(clause: Reading, at: number, from: number): boolean {
  const { kind, text, lower, stem } = clause.tokens[at] as Token;
  if (kind === 'quoted' || kind === 'number' || peopleStops.has(lower)) return true;
  if (kind === 'mark' || kind === 'symbol') return !/^[,&]$/.test(lower);
  // "send the finance team an email": the thing sent is not a name.
  if (sentThings.has(stem) || (/^an?$/.test(lower) && at > 0)) return true;
  const isThing = clause
    .all('sev.*|cmp.*|trig.*|frame.*|channel.*|port.*|noun.value')
    .some((tag) => tag.from === at && tag.concept !== 'trig.manual');
  return isThing && (at > from || !/^\p{Lu}/u.test(text));
}

function toWish(tokens: readonly Token[]): PersonWish[] {
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'name');
  if (words.length > 0 && words.every(({ lower }) => selfWords.has(lower)))
    return [{ kind: 'self', text: 'self' }];
  const named = words.filter(({ lower }) => !groupWords.has(lower));
  const isName = named.length > 0 && named.length <= 4;
  return isName ? [{ kind: 'name', text: named.map(({ text }) => text).join(' ') }] : [];
}
