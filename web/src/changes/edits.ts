import { sameNumber } from '../../../src/foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { parseJson } from '../../../src/foundation/exact-json.js';
import { t } from '../texts/texts.js';

/** One place at which two JSON values differ; `undefined` on the side that has none. */
export interface Edit {
  /** From the root: `config.data_source[0].rows`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Where `after` differs from `before`, each place as deep as both sides go together. */
export function editsIn(before: unknown, after: unknown, path = ''): Edit[] {
  if (Array.isArray(before) && Array.isArray(after)) return listEdits(before, after, path);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      editsIn(own(before, name), own(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return before === after || sameNumber(before, after) ? [] : [{ path, before, after }];
}

function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Of lists: what both begin and end with is the same item, wherever it has moved to. */
function listEdits(before: readonly unknown[], after: readonly unknown[], path: string): Edit[] {
  const same = (one: unknown, other: unknown) => editsIn(one, other).length === 0;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  return Array.from({ length: Math.max(olds.length, news.length) }, (_, at) =>
    editsIn(olds[at], news[at], `${path}[${start + at}]`),
  ).flat();
}

/** A payload as people see it, and the fields of it that are sent as they are. */
export function splitGuards(
  payload: JsonObject,
  names: readonly string[] = [],
): { shown: JsonObject; guards: JsonObject } {
  const isGuard = ([name]: [string, unknown]) => names.includes(name);
  const fields = Object.entries(payload);
  return {
    shown: Object.fromEntries(fields.filter((field) => !isGuard(field))),
    guards: Object.fromEntries(fields.filter(isGuard)),
  };
}

/** A text as a JSON object, or why it is none. */
export function parseObject(
  text: string,
): { value: JsonObject; problem?: undefined } | { problem: string; value?: undefined } {
  try {
    const value: unknown = parseJson(text);
    return isObject(value)
      ? { value }
      : { problem: t('It must be one JSON object: {example}', { example: '{…}' }) };
  } catch (error) {
    return { problem: jsonProblem(error) };
  }
}

/** Why a text is no JSON, with what the browser says of the place. */
export function jsonProblem(error: unknown): string {
  const example = '{"name": "Anna", "seats": 2}';
  const place = error instanceof Error ? ` (${error.message})` : '';
  return `${t('This is not valid JSON, such as {example}.', { example })}${place}`;
}
