import { stopWords, wordsNamed } from '../lexicon.js';
import type { Reading } from './reading.js';
import type { Token } from './tokens.js';

const askedOf = wordsNamed('asked_of');
const pointers = wordsNamed('pointers');
const quantifiers = wordsNamed('quantifiers');
const questionStarts = wordsNamed('question_starts');
/** Things of a product that sentences name by a name before them, such as "the Night Watch rule". */
const things = wordsNamed('things');

/** What is true of a request beside its words; conditions in `requests.yaml` use these names. */
export function factsOf(reading: Reading, isOpen: boolean): Set<string> {
  const says = (test: (token: Reading['tokens'][number]) => boolean) => reading.tokens.some(test);
  const facts: Record<string, boolean> = {
    'is.question': isQuestion(reading),
    'is.request': !isQuestion(reading),
    'is.asked': asksToBeTold(reading),
    'is.open': isOpen,
    'is.blank': !isOpen,
    'is.pointed': says((token) => pointers.has(token.lower)),
    // "make the orders table narrower" is about one that is there.
    'is.definite': reading.lower((nameBeforeNoun(reading)?.from ?? 0) - 1) === 'the',
    'is.named': namedThing(reading) !== undefined,
    'is.many': says(({ lower }) => lower.endsWith('s') && things.has(lower.slice(0, -1))),
    'is.short': reading.tokens.filter((token) => token.kind !== 'mark').length <= 6,
    'has.event':
      (withoutName(reading).has('trig.*') && reading.has('frame.when|frame.if|entity.*')) ||
      asksFirst(reading),
    'has.step': namesStep(reading),
    'has.entity':
      reading.has('entity.*') ||
      says(({ kind, lower }) => kind === 'name' && /^[a-z_]+\.[a-z_]+$/.test(lower)),
    'has.number': says((token) => token.value !== undefined),
    'has.quoted': reading.quoted().length > 0,
    'has.key': says(({ text }) => /^\p{Lu}{2,}-\d+$/u.test(text)),
  };
  return new Set(Object.entries(facts).flatMap(([name, holds]) => (holds ? [name] : [])));
}

/** True when every part of a condition (`a|b, !c`) holds of a request: concepts, `family.*`, and facts. */
export function holds(when: string, reading: Reading, facts: ReadonlySet<string>): boolean {
  const any = (names: string) =>
    names
      .split('|')
      .some((name) => (/^(is|has|was)\./.test(name) ? facts.has(name) : reading.has(name)));
  return when.split(',').every((part) => {
    const test = part.trim();
    return test.startsWith('!') ? !any(test.slice(1)) : any(test);
  });
}

/** The sentence without what is only part of a name: a rule called "Stock Review" asks for no review. */
export function withoutName(reading: Reading): Reading {
  const span = namedSpan(reading);
  if (span === undefined) return reading;
  return reading.without(
    ({ from, to, concept }) =>
      from >= span.from && to <= span.to && /^(act|noun|sev|trig|q)\./.test(concept),
  );
}

/** True when an action is spoken of, and not just as a word of a rule's name. */
function namesStep(reading: Reading): boolean {
  const span = namedSpan(reading);
  return reading
    .all('action.*|step.*')
    .some((tag) => span === undefined || tag.from < span.from || tag.from >= span.to);
}

/** True for a question; "can you add …" asks for a deed and is none, "can you explain …" is one. */
export function isQuestion(reading: Reading): boolean {
  const { tokens } = reading;
  const words = tokens.filter(({ kind }) => /^(word|quoted)$/.test(kind));
  const [first, second] = words;
  if (first === undefined) return false;
  const next = second?.lower ?? '';
  // "Ten is too late, could you make it 20?": what stands last asks for a deed.
  const last = tokens.findLastIndex(({ lower }) => /^[,.;]$/.test(lower)) + 1;
  const isWish = [words, tokens.slice(last)].some(asksSomebody);
  const isWhen = first.lower === 'when' && /^(does|do|did|is|will|would|was)$/.test(next);
  const isMarked = isWhen || tokens.at(-1)?.lower === '?';
  const asks = questionStarts.has(first.lower) && tokens[0]?.value === undefined;
  return !isWish && (asks || isMarked);
}

const MODALS = /^(can|could|would|will|may|might|shall)$/;

function asksSomebody([first, second, third, fourth]: readonly Token[]): boolean {
  // "Could you have sorted it?" asks about what is past.
  const isPast = third?.lower === 'have' && fourth?.lower.endsWith('ed') === true;
  return MODALS.test(first?.lower ?? '') && askedOf.has(second?.lower ?? '') && !isPast;
}

/** "A customer was deleted? Then …": a question that the rest depends on. */
function asksFirst({ tokens, tags }: Reading): boolean {
  const at = tokens.findIndex(({ lower }) => lower === '?');
  const records = tags.filter(({ concept }) => concept.startsWith('entity.'));
  return at >= 0 && at < tokens.length - 2 && records.some(({ from }) => from < at);
}

/** True for a wish to be told or shown something: its first verb is one of looking. */
function asksToBeTold(reading: Reading): boolean {
  const verbs = withoutName(reading).all('act.*|q.*');
  return verbs.some(({ concept, from }) => from === verbs[0]?.from && LOOKING.test(concept));
}

const LOOKING =
  /^(q\.|act\.(list|explain|simulate|compare|analyze|validate|estimate|find|suggest|happens|cascade|sum)$)/;

/** The name of a rule, table, page or form that a sentence carries, as it was written. */
export function namedThing(reading: Reading): string | undefined {
  const quoted = reading.quoted()[0];
  const span = quoted === undefined ? namedSpan(reading) : undefined;
  return quoted ?? (span && reading.words(span.from, span.to));
}

/** Where such a name stands, when it is not in quotes. */
export function namedSpan(reading: Reading): { from: number; to: number } | undefined {
  return properName(reading) ?? nameBeforeNoun(reading);
}

function properName(reading: Reading): { from: number; to: number } | undefined {
  const words = reading.tokens.filter((token) => token.kind === 'word');
  const titled = words.slice(1).filter((token) => /^\p{Lu}/u.test(token.text));
  // Where Every Word Has One, a capital tells of no name.
  const isTitleCase =
    titled.some(({ lower }) => stopWords.has(lower)) || titled.length === words.length - 1;
  if (isTitleCase && titled.length > words.length * 0.6 && words.length > 3) return undefined;
  let from = 0;
  for (let at = 1; at <= reading.tokens.length; at += 1) {
    const token = reading.tokens[at];
    const capital = token?.kind === 'word' && /^\p{Lu}\p{Ll}+/u.test(token.text);
    if (capital) continue;
    if (at - from > 2) return { from: from + 1, to: at };
    from = at;
  }
  return undefined;
}

function nameBeforeNoun(reading: Reading): { from: number; to: number } | undefined {
  const { tokens } = reading;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    if (!things.has(tokens[at]?.lower ?? '')) continue;
    let from = at;
    while (from > 0 && isNamePart(reading, from - 1)) from -= 1;
    if (from < at) return { from, to: at };
  }
  return undefined;
}

function isNamePart(reading: Reading, at: number): boolean {
  const token = reading.tokens[at];
  if (token?.kind !== 'word' || quantifiers.has(token.lower)) return false;
  return !reading.tags.some(
    (tag) =>
      tag.covers.includes(at) && /^(act|q|polite|frame|cmp|negation)(\.|$)/.test(tag.concept),
  );
}
