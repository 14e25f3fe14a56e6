import * as kit from '../../../../samples/offline-model/kit.js';
import { peopleIn, type Span } from './people-phrases.js';
import { wantedActions } from './wanted-actions.js';

interface RestateFile {
  /** Kinds of phrases: kind → the plain verb for it → phrases. */
  kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  words: Readonly<Record<string, string>>;
  /** What is said → the plain order. */
  rules: readonly Readonly<Record<string, string>>[];
}

/** A stretch of the sentence as one: a token by its word, or of a kind (`@who`, `@thing.send`). */
interface Piece extends Span {
  key: string;
}

const file = kit.readData<RestateFile>(new URL('./restate.yaml', import.meta.url));
const phrasesOf = (list: string) => list.split(',').map((phrase) => phrase.trim().split(/\s+/));

const kinds = Object.entries(file.kinds).flatMap(([kind, verbs]) =>
  Object.entries(verbs).flatMap(([verb, list]) =>
    phrasesOf(list).map((words) => ({ kind, verb, words })),
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
  const pieces = piecesOf(reading);
  const written = pieces.map(({ key, from, to }) => `${key}~${from}-${to} `).join('');
  let told = written;
  for (const rule of rules) told = told.replaceAll(rule.pattern, rule.into);
  const places = told.trim().split(' ').map(toPiece);
  const plain = withWhen(withDeadline(reading.again(spelled(withMarks(places), reading))));
  if (plain.text === reading.text) return reading;
  const kept = keptIn(places);
  const dropped = [...reading.tokens.keys()].filter((place) => !kept.has(place));
  const turned = plain.insteadOf({ reading, restated: new Set(dropped) });
  return wantedActions(turned).length > 0 ? turned : reading;
}

/** Longer messages, in tokens, are no plain wish. */
const LONGEST = 150;
/** Questions that are wishes: "Could Greta be told …?" */
const WISHES =
  /^(can|could|would|will|may|might|shall|should|is it possible|is there a way|have\b[^?]*$)/i;

const FOR_APPROVAL = ' for approval';
const DEADLINE = /^ within \S+ (?:minute|hour|day|week)s?[.!]?$/;

/** "… must be approved by the controllers within 48 hours": the time is that of the approval, not of the event. */
function withDeadline(reading: kit.Reading): kit.Reading {
  const { text } = reading;
  const [at, asked] = [text.lastIndexOf(' within '), text.indexOf(`${FOR_APPROVAL} when `)];
  const deadline = at < 0 ? '' : text.slice(at);
  if (asked < 0 || !DEADLINE.test(deadline)) return reading;
  const behind = asked + FOR_APPROVAL.length;
  return reading.again(`${text.slice(0, behind)}${deadline}${text.slice(behind, at)}`);
}

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

const OPEN = /^(|[,;:.?!(&+]|->|=>|→|and|then|so|please|plus|also)$/;

const ORDERS = /^(please|notify|alert|email|send|raise|write|ask|log|set|wait)$/;

/** An order of its own begins behind a comma, and ends with no question mark. */
function withMarks(pieces: readonly Piece[]): Piece[] {
  let isOrder = false;
  return pieces.flatMap((piece, at) => {
    const isOwn = piece.from === -1;
    const wasOrder = isOrder;
    isOrder = (wasOrder && !/^[.!?]$/.test(piece.key)) || (isOwn && ORDERS.test(piece.key));
    if (piece.key === '?' && wasOrder) return [{ key: '.', from: -1, to: -1 }];
    const isNeedless = isOwn && piece.key === ',' && OPEN.test(pieces[at - 1]?.key ?? '');
    return isNeedless ? [] : [piece];
  });
}

function toPiece(written: string): Piece {
  const [key = '', span = ''] = written.split('~');
  const [from = -1, to = -1] = span === '' ? [] : span.split('-').map(Number);
  return { key, from, to };
}

function keptIn(pieces: readonly Piece[]): Set<number> {
  return new Set(
    pieces.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
}

/** The text of some pieces; what stood side by side keeps what was between. */
function spelled(pieces: readonly Piece[], { tokens, text }: kit.Reading): string {
  let told = '';
  let end = -1;
  for (const { key, from, to } of pieces) {
    const [first, last] = [tokens[from], tokens[to - 1]];
    const own = first && last ? text.slice(first.start, last.end) : key;
    const isBeside = first !== undefined && from === end;
    const gap = isBeside
      ? text.slice(tokens[from - 1]?.end, first.start)
      : /^[,.;:?!]$/.test(own)
        ? ''
        : ' ';
    told += gap + (key === '@whose' ? own.replace(/['’]s?$/, '') : own);
    end = to;
  }
  return told.trim();
}

function piecesOf(reading: kit.Reading): Piece[] {
  const people = peopleIn(reading).map((span) => ({
    ...span,
    key: /(['’]s|s['’])$/.test(reading.words(span.from, span.to)) ? '@whose' : '@who',
  }));
  const pieces: Piece[] = [];
  for (let at = 0; at < reading.tokens.length; at = pieces.at(-1)?.to ?? at + 1) {
    const person = people.find(({ from }) => from === at);
    pieces.push(kindAt(reading, at) ?? person ?? timeAt(reading, at) ?? wordAt(reading, at));
  }
  return pieces;
}

function wordAt(reading: kit.Reading, at: number): Piece {
  const record = reading.all('entity.*').find(({ from }) => from === at);
  if (record) return { key: '@record', from: at, to: record.to };
  const { kind, lower = '' } = reading.tokens[at] ?? {};
  const isPlain = kind === 'word' || kind === 'mark' || kind === 'symbol';
  return { key: isPlain ? lower : '#', from: at, to: at + 1 };
}

/** "two days", "an hour". */
function timeAt(reading: kit.Reading, at: number): Piece | undefined {
  const counts = reading.tokens[at]?.value !== undefined || /^(an?|one)$/.test(reading.lower(at));
  const unit = reading
    .all('unit.minute|unit.hour|unit.day|unit.week')
    .find(({ from }) => from === at + 1);
  return counts && unit ? { key: '@time', from: at, to: unit.to } : undefined;
}

const ADJECTIVES =
  /^(short|quick|brief|little|separate|additional|extra|another|friendly|written|push|in-app|a|an|the|some|their|prior|explicit|one)$/;

/** A phrase of a kind; before a thing also what tells more of it: "a critical alert". */
function kindAt(reading: kit.Reading, from: number): Piece | undefined {
  let at = from;
  const isBeside = () =>
    ADJECTIVES.test(reading.lower(at)) || reading.at(at, 'sev.*') !== undefined;
  while (at < from + 4 && isBeside()) at += 1;
  const kind = kinds.find(({ words }) => words.every((word, n) => reading.lower(at + n) === word));
  if (kind === undefined) return undefined;
  const isNoun = /^(thing|ok)$/.test(kind.kind);
  const to = at + kind.words.length;
  // "alert Greta" is an order, "alert to Greta" a thing.
  const ends =
    /^(to|for|from|of|by|and|with|plus|saying|as|when|whenever|if|once|[,.;:!?+&(]|)$/.test(
      reading.lower(to),
    );
  const isFree = kind.kind === 'ok' || at > from || ends;
  if (isNoun ? !isFree : at > from) return undefined;
  return { key: `@${kind.kind}.${kind.verb}`, from, to };
}

interface Rule {
  pattern: RegExp;
  into: (...match: unknown[]) => string;
}

const SPECIAL: Readonly<Record<string, string>> = {
  who: '@who~\\S* ',
  whose: '@whose~\\S* ',
  record: '@record~\\S* ',
  time: '@time~\\S* ',
  '...':
    '(?:(?!(?:when|whenever|if|once|unless|until|after|before|while|because|since)~)[^\\s~,.;:?!]+~\\S* ){1,14}',
  end: '(?=$|[.!?]~)',
  noverb: '(?!(?:is|are|was|were|has|have|gets|that|which|should|must)~)',
  done: '(?:[a-z]+ed~\\S* |on~\\S* hold~\\S* )',
  ends: '(?:[:,?]|->|→|=>)~\\S* ',
  open: '(?:[:,]|->|→|=>)~\\S* ',
};

const START = '(?<=^|(?:[,;:.?!(&+]|->|→|=>|and|then|so|plus)~\\S* )';
const SENTENCE = '(?<=^|[.?!]~\\S* )';
/** Behind these stands who is told already. */
const FREE =
  '(?<!(?:to|from|by|for|notify|alert|email|mail|inform|warn|tell|ask|of|or|nor|not)~\\S* )';

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wordPattern = (words: readonly string[]) =>
  words.map((word) => `${escaped(word)}~\\S* `).join('');

function partPattern(part: string): string {
  if (part === '^') return START;
  if (part === '^^') return SENTENCE;
  const name = /^<(.+)>\??$/.exec(part)?.[1];
  const isOptional = part.endsWith('?') ? '?' : '';
  if (name === undefined) {
    const words = part.replace(/\?$/, '').split('|');
    return `(?:${words.map((word) => wordPattern([word])).join('|')})${isOptional}`;
  }
  const kind = name.replace(/\d$/, '');
  const phrases = phrasesOf(file.words[kind] ?? '').toSorted((a, b) => b.length - a.length);
  const inner =
    SPECIAL[kind] ??
    (kind in file.kinds ? `@${kind}\\.\\S* ` : `(?:${phrases.map(wordPattern).join('|')})`);
  return `(?<${groupName(name)}>${inner})${isOptional}`;
}

const groupName = (name: string) => name.replaceAll('...', 'gap');

function compile([said, plain]: readonly [string, string]): Rule {
  const parts = said.split(' ');
  const pattern = new RegExp(
    (/^<whos?e?>/.test(said) ? FREE : '') + parts.map(partPattern).join(''),
    'g',
  );
  const isOrder = !/^(<(who|record|thing|tell)>|with|please|a\b|send <thing> to <who> when)/.test(
    plain,
  );
  return {
    pattern,
    into: (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
      const order = plain
        .split(' ')
        .filter(Boolean)
        .map((part) => filled(part, groups));
      return [isOrder ? ',~ ' : '', ...order].join('');
    },
  };
}

/** A part of the plain order: a piece of what was said, the verb for a thing, or a word of its own. */
function filled(part: string, groups: Readonly<Record<string, string | undefined>>): string {
  const name = groupName(/^<(.+)>$/.exec(part)?.[1] ?? '');
  if (name === '') return `${part}~ `;
  const thing = groups[name.replace('do', 'thing')] ?? '';
  if (/^do\d?$/.test(name)) return `${/\.(\w+)~/.exec(thing)?.[1] ?? ''}~ `;
  const own = groups[name];
  if (own === undefined) return `${name}~ `;
  // What is a verb by itself is told by its plain verb.
  return /^(told|logged|doit)$/.test(name) ? `${/\.(\w+)~/.exec(own)?.[1] ?? ''}~ ` : own;
}

const rules = file.rules.flatMap((each) => Object.entries(each)).map(compile);
