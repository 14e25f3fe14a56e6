import { stem } from '../language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { looksLikeName, reasonsFor } from '../audit/refusal.js';
import { harmless } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import { deedOf, hasIdForm, nounOfId, plainName, propertiesOf, stemsOf } from './tools.js';

export const NAMED_BY = /^(called|named|titled)$/;

export const isCapital = (token?: Token): boolean => /^\p{Lu}\p{L}/u.test(token?.text ?? '');

function runFrom(tokens: readonly Token[], from: number): Token[] {
  const end = tokens.findIndex((token, at) => at >= from && !isCapital(token));
  const isWhole = end < 0 || tokens[end]?.kind === 'mark';
  return isWhole ? tokens.slice(from, end < 0 ? undefined : end) : [];
}

/** "called Blue", or the one text in quotes. */
export function namedText({ tokens }: Reading): string | undefined {
  const [quoted, more] = tokens.filter(({ kind }) => kind === 'quoted');
  if (quoted !== undefined && more === undefined) return quoted.text;
  const at = tokens.findIndex(({ lower }) => NAMED_BY.test(lower));
  // "a new customer: Ola Nordmann"
  const isNew = (place: number) => tokens[place]?.lower === ':' && isCapital(tokens[place + 1]);
  const colon = tokens.findIndex((_token, place) => isNew(place));
  const words = at >= 0 ? tokens.slice(at + 1) : colon > 0 ? runFrom(tokens, colon + 1) : [];
  const end = words.findIndex(
    ({ kind, lower }) => kind === 'mark' || /^(with|and|for|in|on|to)$/.test(lower),
  );
  const run = words.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  return run.length === 0 ? undefined : run.join(' ');
}

const BEFORE_OTHERS = /^(for|in|at|with|to|from|of|on|by|and|or)$/;

/** "A new driver Hannah Cole", "sign up Lucy Hargreaves": the name of what is made, where only one run of words can be it. */
export function nameBehind(tool: ToolSpec, { tokens }: Reading): string | undefined {
  if (deedOf(tool)?.deed !== 'create') return undefined;
  const noun = stem(plainName(tool.name).at(-1) ?? '');
  const kinds = new Set(
    propertiesOf(tool).flatMap(({ name }) => [...stemsOf(hasIdForm(name) ? nounOfId(name) : name)]),
  );
  const starts = [...tokens.keys()].filter(
    (at) => at > 0 && isCapital(tokens[at]) && !isCapital(tokens[at - 1]),
  );
  const isOfOther = (at: number) => {
    const before = tokens[at - 1];
    return BEFORE_OTHERS.test(before?.lower ?? '') || kinds.has(stem(before?.text ?? ''));
  };
  const behindNoun = starts.find((at) => stem(tokens[at - 1]?.text ?? '') === noun);
  const free = starts.filter((at) => !isOfOther(at) && tokens[at - 1]?.kind !== 'number');
  const from = behindNoun ?? (free.length === 1 ? free[0] : undefined);
  return from === undefined ? undefined : capitalRun(tokens, from);
}

/** The words with a capital letter from a place on. */
export function capitalRun(tokens: readonly Token[], from: number): string {
  const end = tokens.findIndex((token, at) => at >= from && !isCapital(token));
  const run = tokens.slice(from, end < 0 ? undefined : end);
  return run.map(({ text }) => text).join(' ');
}

/** Of "Ben Carter" what a first or a last name takes; all of it for any other. */
export function partOfName(field: string, name: string): string | undefined {
  const [part, end] = plainName(field);
  const words = name.split(' ');
  if (end !== 'name' || part === undefined) return name;
  if (/^(first|given|fore)$/.test(part))
    return words.slice(0, Math.max(1, words.length - 1)).join(' ');
  if (/^(last|family|sur)$/.test(part)) return words.length > 1 ? words.at(-1) : undefined;
  return name;
}

const OPENS = /^(for|to|at|about|saying|called|:)$/;
const LONGEST = 8;

/** Words of a sentence that nothing explains, where they stand in a row and may be a text: a name, or behind "for", "to" or ":". */
export function restBehind(unread: readonly string[], reading: Reading): string | undefined {
  const { tokens } = reading;
  const colon = tokens.findIndex(({ lower }) => lower === ':');
  const behind = tokens.slice(colon + 1);
  const isBehind = unread.every((word) => behind.some(({ text }) => text === word));
  if (colon > 0 && unread.length > 0 && isBehind)
    return reading.text.slice(tokens[colon]?.end).trim();
  const from = tokens.findIndex(({ text }) => text === unread[0]);
  const to = tokens.findLastIndex(({ text }) => text === unread.at(-1)) + 1;
  const run = tokens.slice(from, to);
  const isRow = run.every(
    ({ text, kind, lower }) => unread.includes(text) || (kind === 'word' && harmless.has(lower)),
  );
  const isAll = unread.every((word) => run.some(({ text }) => text === word));
  const isText = run.every(isCapital) || OPENS.test(reading.lower(from - 1));
  const said = reading.words(from, to);
  if (from < 1 || run.length > LONGEST || !isRow || !isAll || !isText) return undefined;
  return looksLikeName(said) && reasonsFor(unread).length === 0 ? said : undefined;
}
