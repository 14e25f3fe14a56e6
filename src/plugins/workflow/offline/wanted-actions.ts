import type { Reading, Tag } from '../../../../samples/offline-model/kit.js';
import { ruleWords } from './lexicon.js';

/** Words before which an action word is a noun: "an alert", "by email", "the high alert". */
const nounMarkers = ruleWords('nounMarkers');
/** Words before which an action word tells an event: "is created", "gets updated". */
const passiveMarkers = ruleWords('passiveMarkers');
const nounsAfter = ruleWords('nounsAfter');
/** Words that may stand between an article and the thing: "a short email". */
const besideThings = ruleWords('besideThings');
/** Words after which a thing is wished for without an article: "get alerts". */
const wishing = ruleWords('wishing');
/** Words before a thing that is how something is done, or is no more: "by email", "without an alert". */
const beforeManners = ruleWords('beforeManners');

/** Actions by their verbs and, where no verb speaks of them, by the things that are wished for: "Anna gets an email". */
export function wantedActions(reading: Reading): Tag[] {
  const verbs = verbsIn(reading);
  const isIn = (tag: Tag) => verbs.some(({ from, to }) => from <= tag.from && tag.to <= to);
  const things = isCalledFor(reading) ? reading.all('step.*') : [];
  const wished = things
    .filter((tag) => !isIn(tag) && !isInEvent(reading, tag))
    .flatMap((tag) => {
      const from = wishStart(reading, tag);
      const concept = tag.concept.replace('step.', 'action.');
      return from === undefined ? [] : [{ ...tag, from, concept }];
    });
  return [...verbs, ...wished].toSorted((one, other) => one.from - other.from);
}

/** Where "a critical alert" begins; undefined for a thing that is there already, and for how something is done. */
function wishStart(reading: Reading, { from, to }: Tag): number | undefined {
  const isPart = reading.at(to, 'step.*|noun.*') || nounsAfter.has(reading.lower(to));
  let start = from;
  while (reading.at(start - 1, 'sev.*|channel.*') || besideThings.has(reading.lower(start - 1)))
    start -= 1;
  const isOne = /^(an?|another|one|some)$/.test(reading.lower(start - 1));
  if (isOne) start -= 1;
  const before = reading.tokens[start - 1];
  const isBare = before === undefined || /^(mark|symbol)$/.test(before.kind);
  const isWished = isOne || isBare || wishing.has(before.lower);
  return isPart || !isWished || beforeManners.has(before?.lower ?? '') ? undefined : start;
}

/** Something sets it off, or it is to be added: "a notification" alone may be anything. */
function isCalledFor(reading: Reading): boolean {
  return reading.has('trig.*|frame.when|act.add|cmp.*') || isTerse(reading);
}

/** "lot quarantined -> alert": what stands before an arrow or colon sets off what stands behind it. */
export function isTerse(reading: Reading): boolean {
  return reading.tokens.some(
    ({ lower }, at) =>
      /^(->|→|=>|:)$/.test(lower) &&
      reading.slice(0, at).has('entity.*') &&
      reading.slice(at, reading.tokens.length).has('action.*|step.*'),
  );
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

/** "is created", but not "is to be informed", "wants to get alerted". */
function isTold(reading: Reading, { from }: Tag): boolean {
  const isWish = /^(to|should|must|shall|will|would)$/.test(reading.lower(from - 2));
  const isPassive = passiveMarkers.has(reading.lower(from - 1));
  return isPassive && !isWish && reading.lower(from).endsWith('ed');
}

function isNoun(reading: Reading, tag: Tag): boolean {
  const { covers, from, to } = tag;
  // "add Emma to the notification": it is there already.
  if (
    to - from > covers.length &&
    /^(to|on|off|from|in|of) (the|this|that)$/.test(reading.words(to - 3, to - 1).toLowerCase())
  )
    return true;
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
