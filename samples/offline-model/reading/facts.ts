import { askedOf, pointers, quantifiers, questionStarts } from '../lexicon/moods.js';
import type { Situation } from '../situation.js';
import { wantedActions } from './automation.js';
import { Reading } from './reading.js';

/** What is true of a request beside its words; patterns of intents use these names. */
export function factsOf(
  reading: Reading,
  situation: Situation,
  earlierTools: readonly string[],
): Set<string> {
  const besideName = withoutName(reading);
  const facts: Record<string, boolean> = {
    'is.question': isQuestion(reading),
    'is.request': !isQuestion(reading),
    'is.open': situation.currentId !== undefined,
    'is.blank': situation.currentId === undefined,
    'is.pointed': reading.tokens.some((token) => pointers.has(token.lower)),
    'is.named': namedThing(reading) !== undefined,
    'is.many': reading.tokens.some((token) =>
      /^(rules|workflows|automations|tables|pages|forms|alerts|drafts|configs|screens|templates|dashboards|warnings)$/.test(
        token.lower,
      ),
    ),
    'is.short': reading.tokens.filter((token) => token.kind !== 'mark').length <= 6,
    'has.event': besideName.has('trig.*') && reading.has('frame.when|frame.if|entity.*'),
    'has.action': wantedActions(reading).length > 0,
    'has.step': namesStep(reading),
    'has.entity':
      reading.has('entity.*') ||
      reading.tokens.some(
        (token) => /^[a-z_]+\.[a-z_]+$/.test(token.lower) && token.kind === 'name',
      ),
    'has.number': reading.tokens.some((token) => token.value !== undefined),
    'has.quoted': reading.quoted().length > 0,
    'has.email': reading.tokens.some((token) => token.kind === 'email'),
    'has.uuid': reading.tokens.some((token) => token.kind === 'uuid'),
    'was.draft': earlierTools.some((name) => /draft|preview_workflow/.test(name)),
    'was.table': earlierTools.some((name) => /^apply_|table_config/.test(name)),
  };
  return new Set(Object.entries(facts).flatMap(([name, holds]) => (holds ? [name] : [])));
}

/** The sentence without what is only part of a name: a rule called "Stock Review" asks for no review. */
export function withoutName(reading: Reading): Reading {
  const span = namedSpan(reading);
  if (span === undefined) return reading;
  const inName = (tag: Reading['tags'][number]) =>
    tag.from >= span.from && tag.to <= span.to && /^(act|noun|sev|trig|q)\./.test(tag.concept);
  return new Reading(
    reading.text,
    reading.tokens,
    reading.tags.filter((tag) => !inName(tag)),
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
  const words = reading.tokens.filter((token) => token.kind === 'word');
  const [first, second] = words;
  if (first === undefined) return false;
  const asks = ['can', 'could', 'would', 'will', 'may', 'might', 'shall'].includes(first.lower);
  if (asks && askedOf.has(second?.lower ?? '')) return false;
  const when =
    first.lower === 'when' &&
    ['does', 'do', 'did', 'is', 'will', 'would', 'was'].includes(second?.lower ?? '');
  const marked = when || reading.tokens.at(-1)?.lower === '?';
  return questionStarts.has(first.lower) || marked;
}

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
  const titled = words.filter((token) => /^\p{Lu}/u.test(token.text)).length;
  if (titled > words.length * 0.7 && words.length > 3) return undefined;
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

const SINGULAR =
  /^(rule|workflow|automation|table|page|form|screen|dashboard|config|alert|flow|grid|view|list)$/;

function nameBeforeNoun(reading: Reading): { from: number; to: number } | undefined {
  const { tokens } = reading;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    if (!SINGULAR.test(tokens[at]?.lower ?? '')) continue;
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
