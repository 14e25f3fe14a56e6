import * as kit from '../../../../samples/offline-model/kit.js';
import { peopleIn, type Span } from './people-phrases.js';
import { wantedActions } from './wanted-actions.js';

interface RestateFile {
  /** Kinds of phrases: kind → the plain verb for it → phrases. */
  kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  lists: Readonly<Record<string, string>>;
  /** What is said, and the plain order. */
  rules: readonly string[];
  /** Verbs that no frame takes for an event. */
  no_events: string;
}

/** A stretch of the sentence as one: a word, or something of a kind (`who`, `thing`). Words of a frame have no stretch. */
interface Unit {
  kind: string;
  /** What frames may say for it; nothing where only its kind counts. */
  said: kit.Said;
  /** The plain verb for it. */
  verb?: string;
  span?: Span;
}

const file = kit.readData<RestateFile>(new URL('./restate.yaml', import.meta.url));
const frames = kit.toFrames(file.rules, file.lists);

const kinds = Object.entries(file.kinds).flatMap(([kind, verbs]) =>
  Object.entries(verbs).flatMap(([verb, list]) =>
    list.split(/,\s+/).map((phrase) => ({ kind, verb, words: phrase.split(' ') })),
  ),
);
kinds.sort((a, b) => b.words.length - a.words.length);

/**
 * The wish for a rule as a plain order: "Greta should be told when …" as "notify Greta when …". The words of the
 * user stay at hand for the account; the same reading where nothing is to be turned.
 */
export function restated(reading: kit.Reading): kit.Reading {
  const isAsked = kit.isQuestion(reading) && !WISHES.test(reading.text);
  if (isAsked || reading.tokens.length > LONGEST) return reading;
  const units = frames.reduce(
    (told, frame) => exchanged(told, frame, reading),
    withNames(unitsOf(reading), reading),
  );
  const plain = withWhen(reading.again(spelled(withMarks(units), reading)));
  if (plain.text === reading.text) return reading;
  const kept = new Set(units.flatMap(placesOf));
  const dropped = [...reading.tokens.keys()].filter((place) => !kept.has(place));
  const turned = plain.insteadOf({ reading, restated: new Set(dropped) });
  return wantedActions(turned).length > 0 ? turned : reading;
}

/** "mail her": the one person who was named before. */
function withNames(units: readonly Unit[], reading: kit.Reading): readonly Unit[] {
  return units.map((unit, at) => {
    const [before, word, behind] = [at - 1, at, at + 1].map((place) => wordOf(units[place]));
    const isHers = word === 'her' && !ENDS.test(behind ?? '') && !AFTERWARDS.test(behind ?? '');
    const isPerson = /^(him|her|them)$/.test(word ?? '') && TELLS.test(before ?? '') && !isHers;
    const people = isPerson ? units.slice(0, at).filter(({ kind }) => kind === 'who') : [];
    const names = new Set(people.map((each) => wordsOf(each, reading)));
    return names.size === 1 ? (people[0] ?? unit) : unit;
  });
}

const TELLS =
  /^(to|for|from|notify|alert|email|mail|inform|warn|tell|ask|ping|message|text|drop|send|shoot|give|let)$/;
const AFTERWARDS =
  /^(afterwards|later|then|when|if|once|and|a|an|about|by|know|immediately|too|also)$/;

function wordsOf({ span }: Unit, reading: kit.Reading): string {
  return span ? reading.words(span.from, span.to) : '';
}

function placesOf({ span: { from, to } = { from: 0, to: 0 } }: Unit): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Longer messages, in tokens, are no plain wish. */
const LONGEST = 150;
/** Questions that are wishes: "Could Greta be told …?" */
const WISHES =
  /^(can|could|would (you|we|i|it|some\p{L}+)|will|may|might|shall|should|is it possible|is there a way|have\b[^?]*$)/iu;

/** "urgent order: alert the buyers": what stands before the first mark tells when. */
function withWhen(reading: kit.Reading): kit.Reading {
  const at = reading.tokens.findIndex(({ lower }) => /^([:,;]|->|=>|→)$/.test(lower));
  const head = reading.slice(0, Math.max(at, 0));
  const isHead = head.has('entity.*') && !head.has('frame.*|trig.*|noun.rule|act.create|q.*');
  const [deed] = wantedActions(reading);
  return isHead && deed && deed.from > at && !reading.has('trig.*')
    ? reading.again(`when ${reading.text}`)
    : reading;
}

/** The sentence with a frame's other way of saying it wherever the frame fits. */
function exchanged(
  units: readonly Unit[],
  frame: kit.Frame,
  reading: kit.Reading,
): readonly Unit[] {
  const said = units.map((unit) => unit.said);
  const words = new Set(said.flat());
  const isMissing = ({ kind, isOptional, phrases }: kit.Piece) =>
    kind === 'words' && !isOptional && !phrases.some(([word = '']) => words.has(word));
  if (frame.pieces.some(isMissing)) return units;
  const told: Unit[] = [];
  for (let at = 0; at < units.length; at += 1) {
    const found = kit.matchFrame(frame, said, [at, units.length], (piece, from, to) =>
      mayBe(piece, units, [from, to], from === at, reading),
    );
    told.push(...(found === undefined ? units.slice(at, at + 1) : filled(frame, units, found)));
    at = (found?.at(-1)?.to ?? at + 1) - 1;
  }
  return told;
}

const OPENS = /^(|[,;:.?!(&+]|->|→|=>|and|then|so|plus)$/;
const VERBS = /^(is|are|was|were|has|have|gets|that|which|should|must)$/;
const CASES = /^(when|whenever|if|once|unless|until|after|before|while|because|since)$/;
const ENDS = /^(|[,.;:?!]|->|→|=>|then|please)$/;
/** Behind these stands who is told already. */
const TOLD = /^(to|from|by|for|notify|alert|email|mail|inform|warn|tell|ask|of|or|nor|not)$/;
/** A run of words in a frame has so many at most. */
const LONGEST_RUN = 14;

/** Before a verb that tells an event: no order, no wish, and nothing that turns it round. */
const NO_EVENT =
  /^(|please|to|not|never|no|nothing|hardly|almost|nearly|and|then|so|should|must|shall|will|would|can|could|may|might|do|does|did|a|an|the|of|with|any|each|every|in|its|their|whose|for|from|by|(is|are|was|were|do|does|did|has|have)nt|[,.;:?!]|->|=>|→)$/;
const EVENT_TAGS =
  /^(act\.|trig\.on_update|cmp\.changes|action\.(update|transition)|noun\.change|polite)/;
/** Verbs that tell no change: "stops falling below", "weighs over". */
const noEvents = new Set(file.no_events.split(' '));

/** Any verb of an event, known or not: "shrinks", "is flipped". */
function isEvent({ kind, span }: Unit, before: string, reading: kit.Reading): boolean {
  const { from, to } = span ?? { from: 0, to: 0 };
  const word = reading.lower(from);
  const isSmall = kit.harmless.has(word) || kit.stopWords.has(word) || kit.inverters.has(word);
  return (
    kind === 'word' &&
    to === from + 1 &&
    reading.tokens[from]?.kind === 'word' &&
    !isSmall &&
    !noEvents.has(word) &&
    !NO_EVENT.test(before) &&
    reading.tags.every(({ covers, concept }) => !covers.includes(from) || EVENT_TAGS.test(concept))
  );
}

/** What must stand before and behind the places that frames name. */
const PLACES: Readonly<Record<string, (before: string, behind: string) => boolean>> = {
  '^': (before) => OPENS.test(before),
  '^^': (before) => /^[.?!:]?$/.test(before),
  '^.': (_before, behind) => /^[.?!]?$/.test(behind),
  '^,': (_before, behind) => ENDS.test(behind) || CASES.test(behind),
  '^done': (_before, behind) =>
    /^(and|or|but)$/.test(behind) || ENDS.test(behind) || CASES.test(behind),
  '^alone': (_before, behind) => !/^(of|from|by|to|for)$/.test(behind),
  '^noverb': (_before, behind) => !VERBS.test(behind),
};

/** Whether a place, a run of words or one unit may be a piece of a frame. */
function mayBe(
  { kind, name }: kit.Piece,
  units: readonly Unit[],
  [from, to]: readonly [number, number],
  isFirst: boolean,
  reading: kit.Reading,
): boolean {
  const run = units.slice(from, to);
  const [before, first] = [wordOf(units[from - 1]), wordOf(units[from])];
  if (kind === 'place') return PLACES[name]?.(before, first) === true;
  if (kind === 'run')
    return run.length <= LONGEST_RUN && run.every(isOfClause) && !(name === 'bare' && goesTo(run));
  const unit = units[from];
  return unit !== undefined && isOfKind(kind, unit, before, isFirst, reading);
}

/** "the status to shipped": where something goes is said, too. */
function goesTo(run: readonly Unit[]): boolean {
  return run.some((unit) => /^(to|from|into|as)$/.test(wordOf(unit)));
}

function isOfKind(
  kind: string,
  unit: Unit,
  before: string,
  isFirst: boolean,
  reading: kit.Reading,
): boolean {
  const said = wordsOf(unit, reading).toLowerCase();
  if (kind === 'event') return isEvent(unit, before, reading);
  if (kind === 'newthing') return unit.kind === 'thing' && !/^(the|their)\b/.test(said);
  if (kind === 'arecord') return unit.kind === 'record' && !/['’]s?$/.test(said);
  if (kind === 'done' && /^[a-z]+ed$/.test(wordOf(unit))) return true;
  const isTold = kind.startsWith('who') && isFirst && TOLD.test(before);
  return unit.kind === kind && !isTold;
}

function isOfClause(unit: Unit): boolean {
  return (
    (unit.verb === undefined || /^(deeds?|doing|done)$/.test(unit.kind)) &&
    !/^([,.;:?!]|->|=>|→)$/.test(wordOf(unit)) &&
    !CASES.test(wordOf(unit))
  );
}

/** Empty beyond the ends; what is of a kind is no word. */
function wordOf(unit: Unit | undefined): string {
  return unit ? (unit.said[0] ?? '@') : '';
}

/** A frame's other way: its words, pieces of what was said, and the plain verbs for these. */
function filled(
  { other }: kit.Frame,
  units: readonly Unit[],
  found: readonly kit.FoundPiece[],
): Unit[] {
  return other.flatMap((word) => {
    if (!word.startsWith('$')) return ownWord(word);
    const [name, verb] = word.slice(1).split('.');
    const { from = 0, to = 0 } = found.find(({ piece }) => piece.name === name) ?? {};
    const run = units.slice(from, to);
    return verb === undefined ? run : run.map((unit) => ownWord(unit.verb ?? ''));
  });
}

function ownWord(word: string): Unit {
  return { kind: 'word', said: [word] };
}

/** An order of its own begins behind a comma, and ends with no question mark. */
const OPEN = /^(|[,;:.?!(&+]|->|=>|→|and|then|so|please|plus|also)$/;
const ORDERS = /^(please|notify|alert|email|send|raise|write|ask|log|set|wait)$/;

function withMarks(units: readonly Unit[]): Unit[] {
  let isOrder = false;
  return units.flatMap((unit, at) => {
    const [word, isOwn, wasOrder] = [wordOf(unit), unit.span === undefined, isOrder];
    isOrder = (wasOrder && !/^[.!?]$/.test(word)) || (isOwn && ORDERS.test(word));
    if (word === '?' && wasOrder) return [ownWord('.')];
    return isOwn && word === ',' && OPEN.test(wordOf(units[at - 1])) ? [] : [unit];
  });
}

/** The text of some units; what stood side by side keeps what was between. */
function spelled(units: readonly Unit[], reading: kit.Reading): string {
  const { tokens, text } = reading;
  let told = '';
  let end = -1;
  for (const unit of units) {
    const { kind, span: { from, to } = { from: -1, to: -1 } } = unit;
    const own = reading.words(from, to) || wordOf(unit);
    const isBeside = to > 0 && from === end;
    const between = isBeside ? text.slice(tokens[end - 1]?.end, tokens[from]?.start) : ' ';
    const isMark = !isBeside && /^[,.;:?!]$/.test(own);
    told += (isMark ? '' : between) + (kind === 'whose' ? own.replace(/['’]s?$/, '') : own);
    end = to;
  }
  return told.trim();
}

function unitsOf(reading: kit.Reading): readonly Unit[] {
  const isOwner = ({ from, to }: Span) => /(['’]s|s['’])$/.test(reading.words(from, to));
  // "two days", "an hour"
  const counted = reading.all(TIMES).filter(({ from }) => {
    const isNumber = reading.tokens[from - 1]?.value !== undefined;
    return isNumber || /^(an?|one)$/.test(reading.lower(from - 1));
  });
  const spans = [
    ...peopleIn(reading).map((span) => ofKind(isOwner(span) ? 'whose' : 'who', span)),
    ...counted.map(({ from, to }) => ofKind('time', { from: from - 1, to })),
    ...reading.all('entity.*').map((tag) => ofKind('record', tag)),
  ];
  const units: Unit[] = [];
  for (let at = 0; at < reading.tokens.length; at = units.at(-1)?.span?.to ?? at + 1) {
    const span = spans.find((each) => each.span?.from === at);
    units.push(kindAt(reading, at) ?? span ?? wordAt(reading, at));
  }
  return units;
}

const TIMES = 'unit.minute|unit.hour|unit.day|unit.week';

function ofKind(kind: string, { from, to }: Span): Unit {
  return { kind, said: [], span: { from, to } };
}

function wordAt({ tokens }: kit.Reading, from: number): Unit {
  const { kind, lower = '' } = tokens[from] ?? {};
  // "two" is a number, and may stand in a frame.
  const isPlain = /^(word|mark|symbol|number)$/.test(kind ?? '') && !/^\d/.test(lower);
  const isDone = kind === 'quoted' && /^[a-z]+ed$/.test(lower);
  return {
    kind: isDone ? 'done' : 'word',
    said: isPlain ? [kit.bareWord(lower)] : [],
    span: { from, to: from + 1 },
  };
}

const ADJECTIVES =
  /^(short|quick|brief|little|separate|additional|extra|another|friendly|written|push|in-app|a|an|the|some|their|prior|explicit|one)$/;

/** A phrase of a kind; before a thing also what tells more of it: "a critical alert". */
function kindAt(reading: kit.Reading, from: number): Unit | undefined {
  let at = from;
  const isBeside = () =>
    ADJECTIVES.test(reading.lower(at)) || reading.at(at, 'sev.*') !== undefined;
  const kindHere = () =>
    kinds.find(({ words }) => words.every((word, n) => reading.lower(at + n) === word));
  let found = kindHere();
  for (; found === undefined && at < from + 4 && isBeside(); found = kindHere()) at += 1;
  if (found === undefined) return undefined;
  const { kind, verb, words } = found;
  const isNoun = /^(thing|ok)$/.test(kind);
  const end = at + words.length;
  // "an alert of high severity"
  const severity = /^(of|with)$/.test(reading.lower(end)) && reading.at(end + 1, 'sev.*');
  const to = isNoun && severity ? severity.to : end;
  // "alert Greta" is an order, "alert to Greta" a thing.
  const ends =
    /^(to|for|from|of|by|and|with|plus|saying|as|when|whenever|if|once|[,.;:!?+&(]|)$/.test(
      reading.lower(to),
    );
  const isFree = kind === 'ok' || at > from || ends;
  if (isNoun ? !isFree : at > from) return undefined;
  const said = kind.startsWith('deed') ? words : [];
  return { kind, said, verb, span: { from, to } };
}
