import * as kit from '../../../../samples/offline-model/kit.js';
import { ruleWords } from './lexicon.js';

const roleWords = ruleWords('roleWords');
const departments = ruleWords('departments');
const peopleStops = ruleWords('peopleStops');
const BEFORE = /^(the|our|all|both|my|every|each|a|an|any|whole|entire|one|some|also)$/;

/** What stands behind a single name that opens a sentence. */
const AFTER_NAME =
  /^(should|must|shall|has|have|needs?|wants?|wishes|is|are|gets?|receives?|will|would|ought|can|and|approves|to|likes|&|,|)$/;

/** A stretch of tokens. */
export interface Span {
  from: number;
  to: number;
}

/** Where a sentence names people: proper names, groups by their role, e-mail addresses; joined ones are one. */
export function peopleIn(reading: kit.Reading): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < reading.tokens.length; at += 1) {
    const to = listEnd(reading, at);
    if (to === undefined) continue;
    found.push({ from: at, to });
    at = to - 1;
  }
  return found;
}

/** "Anna, Karin and the buyers": a comma joins only where "and" follows. */
function listEnd(reading: kit.Reading, at: number): number | undefined {
  let end = personEnd(reading, at);
  let joined = end;
  for (let next = end; next !== undefined;) {
    const joint = reading.lower(next);
    const isLast = /^(and|&|plus)$/.test(joint);
    if (!isLast && joint !== ',') break;
    next = personEnd(reading, next + 1);
    if (isLast) joined = next ?? joined;
    if (next !== undefined) end = next;
  }
  return joined;
}

function personEnd(reading: kit.Reading, from: number): number | undefined {
  const { tokens } = reading;
  let at = from;
  while (at < from + 2 && BEFORE.test(reading.lower(at))) at += 1;
  if (tokens[at]?.kind === 'email') return at + 1;
  return nameEnd(reading, at) ?? groupEnd(reading, at);
}

function nameEnd(reading: kit.Reading, from: number): number | undefined {
  const { tokens } = reading;
  let to = from;
  while (kit.isInName(tokens, to) && mayBeName(reading, to, to === from)) to += 1;
  if (to === from) return undefined;
  while (roleWords.has(reading.lower(to))) to += 1;
  return to;
}

function mayBeName(reading: kit.Reading, at: number, isFirst: boolean): boolean {
  const word = reading.lower(at);
  if (kit.rhythms.has(word) || reading.at(at, 'entity.*')) return false;
  const opens = at === 0 || /^[.!?:]$/.test(reading.lower(at - 1));
  if (!isFirst || !opens) return true;
  // A word at the start of a sentence may be written large for that alone.
  const isKnown = kit.stopWords.has(word) || kit.harmless.has(word);
  const isVerb = reading.at(at, 'action.*|act.*|q.*|frame.*|polite|trig.*|sev.*') !== undefined;
  const goesOn = kit.isInName(reading.tokens, at + 1) || AFTER_NAME.test(reading.lower(at + 1));
  return !isKnown && !isVerb && goesOn;
}

/** "the warehouse managers", "finance", "head of purchasing". */
function groupEnd(reading: kit.Reading, from: number): number | undefined {
  let end: number | undefined;
  for (let at = from; at < from + 5; at += 1) {
    const { kind, lower } = reading.tokens[at] ?? { kind: 'mark', lower: '' };
    const isOf = lower === 'of' && at === end && at > from;
    const isApart = peopleStops.has(lower) || kit.harmless.has(lower);
    if (kind !== 'word' || (!isOf && isApart)) break;
    if (reading.at(at, 'trig.*|cmp.*|frame.*|port.*|sev.*')) break;
    const isHead = roleWords.has(lower) || kit.personNouns.has(lower) || departments.has(lower);
    if (isHead && !reading.at(at, 'entity.*')) end = at + 1;
  }
  return end;
}
