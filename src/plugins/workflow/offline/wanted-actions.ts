import type { Reading, Tag } from '../../../../samples/offline-model/kit.js';
import { ruleWords } from './lexicon.js';

/** Words before which an action word is a noun: "an alert", "by email", "the high alert". */
const nounMarkers = ruleWords('nounMarkers');
/** Words before which an action word tells an event: "is created", "gets updated". */
const passiveMarkers = ruleWords('passiveMarkers');
const nounsAfter = ruleWords('nounsAfter');

/** Actions by their verbs; without any, the things that are to be added: "and an email to finance too". */
export function wantedActions(reading: Reading): Tag[] {
  const verbs = verbsIn(reading);
  if (verbs.length > 0 || !reading.has('act.add')) return verbs;
  return reading
    .all('step.*')
    .filter((tag) => /^(a|an|another)$/.test(reading.lower(tag.from - 1)))
    .map((tag) => ({ ...tag, concept: tag.concept.replace('step.', 'action.') }));
}

/** The action words that are meant as actions, not as nouns or as the event itself; of one inside another, the longer. */
function verbsIn(reading: Reading): Tag[] {
  const longestFirst = reading
    .all('action.*')
    .map((tag) => withoutEvent(reading, tag))
    .filter((tag) => !isNoun(reading, tag) && !isInEvent(reading, tag))
    .filter((tag, _at, all) => !all.some((other) => isTighter(other, tag)))
    .toSorted(
      (a, b) =>
        b.covers.length - a.covers.length || a.from - b.from || a.concept.localeCompare(b.concept),
    );
  return longestFirst
    .filter(
      ({ from, to }, at) =>
        !longestFirst.slice(0, at).some((outer) => outer.from <= from && outer.to >= to),
    )
    .toSorted((a, b) => a.from - b.from);
}

/** "send a note to Anna and raise an alert": "send" has its thing before "alert". */
function isTighter(inner: Tag, outer: Tag): boolean {
  const isInside = inner.from >= outer.from && inner.to <= outer.to;
  const isShorter = inner.to - inner.from < outer.to - outer.from;
  const isOther = inner.concept !== outer.concept;
  return isOther && isInside && isShorter && inner.covers.length >= outer.covers.length;
}

/** "is created email X": the event's word is no verb of the action; what follows it may be. */
function withoutEvent(reading: Reading, tag: Tag): Tag {
  const [, from, ...rest] = tag.covers;
  const isSent = /^action\.(send_email|create_alert)$/.test(tag.concept);
  if (from === undefined || !isSent || !isTold(reading, tag)) return tag;
  return { ...tag, covers: [from, ...rest], from };
}

function isTold(reading: Reading, { from }: Tag): boolean {
  return passiveMarkers.has(reading.lower(from - 1)) && reading.lower(from).endsWith('ed');
}

function isNoun(reading: Reading, tag: Tag): boolean {
  const { covers, from } = tag;
  const isPassive = isTold(reading, tag);
  if (isPassive || covers.length > 1) return isPassive;
  if (nounsAfter.has(reading.lower(from + 1))) return true;
  return nounMarkers.has(reading.lower(from - 1)) && !isRelative(reading, from - 1);
}

/** "a rule that emails X", "after that wait": here "that" is no determiner, as it is in "rename that alert". */
function isRelative(reading: Reading, place: number): boolean {
  const before = reading.tokens[place - 1];
  const isWord = before !== undefined && before.kind !== 'mark';
  if (!isWord || !/^(that|which)$/.test(reading.lower(place))) return false;
  const isVerb = reading.tags.some(({ concept, to }) => to === place && concept.startsWith('act.'));
  return !isVerb && !/^(of|to|from|in|for|with|and)$/.test(before.lower);
}

/** "gets an approval" inside "when it is approved": the event's own words. */
function isInEvent(reading: Reading, { from, covers }: Tag): boolean {
  return reading
    .all('trig.*|port.*')
    .some((other) => other.covers.includes(from) && other.covers.length >= covers.length);
}
