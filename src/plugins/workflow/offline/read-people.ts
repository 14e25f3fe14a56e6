import type { Reading, Token } from '../../../../samples/offline-model/kit.js';

import { ruleWords } from './lexicon.js';

/** Words for a group that are no part of its name: "the warehouse team". */
const groupWords = ruleWords('groupWords');
/** What can be meant "for" somebody: "an alert for the buyers". */
const messageNouns = ruleWords('messageNouns');
/** Words after which people stand, by what the action does with them. */
const peopleMarkers = ruleWords('peopleMarkers');
/** Words that end the list of people in an action's part of the sentence. */
const peopleStops = ruleWords('peopleStops');
/** Words that make a run of words after "for" people: "for the finance team". */
const roleWords = ruleWords('roleWords');
const sentThings = ruleWords('sentThings');
/** Words for the one who writes. */
const selfWords = ruleWords('selfWords');

/** Someone a sentence names as a receiver or approver. */
export type PersonWish =
  { kind: 'email'; text: string } | { kind: 'name'; text: string } | { kind: 'self' };

/** The people that a part of a sentence names after its verb and after words such as "to" and "from". */
export function readPeople(clause: Reading): PersonWish[] {
  const { tokens } = clause;
  const wishes: PersonWish[] = tokens
    .filter((token) => token.kind === 'email')
    .map((token) => ({ kind: 'email', text: token.lower }));
  const seen = new Set<string>();
  tokens.forEach((token, place) => {
    const marks = peopleMarkers.has(token.lower) || peopleMarkers.has(token.stem);
    if (!marks && !isForPeople(clause, place)) return;
    for (const wish of readRun(clause, place + 1)) {
      const key = wish.kind === 'self' ? 'self' : wish.text.toLowerCase();
      if (!seen.has(key)) wishes.push(wish);
      seen.add(key);
    }
  });
  return wishes;
}

/** "an alert for the warehouse managers", but not "an alert for low stock". */
function isForPeople(clause: Reading, place: number): boolean {
  if (clause.tokens[place]?.lower !== 'for') return false;
  if (!messageNouns.has(clause.lower(place - 1))) return false;
  for (let at = place + 1; at < clause.tokens.length && !endsRun(clause, at, place + 1); at += 1) {
    if (roleWords.has(clause.lower(at))) return true;
    if (isProper(clause.tokens[at]) && isProper(clause.tokens[at + 1])) return true;
  }
  return false;
}

function isProper(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(token.text);
}

/** The run of names from a place on: "the warehouse team and Anna". */
function readRun(clause: Reading, from: number): PersonWish[] {
  const parts: Token[][] = [[]];
  for (let at = from; at < clause.tokens.length; at += 1) {
    const token = clause.tokens[at];
    if (token === undefined || endsRun(clause, at, from) || doesNext(clause, at)) break;
    if (JOINT.test(token.lower) || token.lower === 'or') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.flatMap(toWish);
}

/** "and write an audit entry": what follows is another deed, no person. */
function doesNext(clause: Reading, at: number): boolean {
  const deeds = clause.all('action.*|act.*').filter(({ concept }) => concept !== 'act.add');
  return JOINT.test(clause.lower(at)) && deeds.some(({ from }) => from === at + 1);
}

const JOINT = /^(and|&|,|plus)$/;

function endsRun(clause: Reading, at: number, from: number): boolean {
  const token = clause.tokens[at];
  if (token === undefined || token.kind === 'quoted' || token.kind === 'number') return true;
  if (token.kind === 'mark') return token.lower !== ',';
  if (peopleStops.has(token.lower)) return true;
  const isThing = clause
    .all('sev.*|cmp.*|trig.*|frame.*|channel.*|port.*')
    .some((tag) => tag.from === at && tag.concept !== 'trig.manual');
  return (isThing && (at > from || !/^\p{Lu}/u.test(token.text))) || isObjectNoun(clause, at);
}

/** "send the finance team an email": the thing sent is not a name. */
function isObjectNoun({ tokens }: Reading, at: number): boolean {
  const { stem = '', lower = '' } = tokens[at] ?? {};
  return sentThings.has(stem) || (/^an?$/.test(lower) && at > 0);
}

function toWish(tokens: readonly Token[]): PersonWish[] {
  const words = tokens.filter((token) => token.kind === 'word' || token.kind === 'name');
  if (words.length > 0 && words.every((token) => selfWords.has(token.lower)))
    return [{ kind: 'self' }];
  const named = words.filter((token) => !groupWords.has(token.lower));
  if (named.length === 0 || named.length > 4) return [];
  return [{ kind: 'name', text: named.map((token) => token.text).join(' ') }];
}
