import { stem } from '../../../src/language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
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
