import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ExactNumber } from '../../foundation/exact-number.js';
import { conflict } from '../../foundation/errors.js';
import { isObject, type JsonObject, mapTexts, valueAt } from '../../foundation/json.js';

/** A value that an earlier change of the same set will have: `{{change_1.id}}`. */
export interface Reference {
  /** Position of the change in its set, from 1. */
  position: number;
  /** Field names and list indexes, from the backend's answer on. */
  steps: readonly string[];
}

const INNER = String.raw`change_(\d{1,4})((?:\.[A-Za-z0-9_-]{1,64}){1,8})`;
const WHOLE = new RegExp(String.raw`^\{\{\s?${INNER}\s?\}\}$`);
const ANYWHERE = new RegExp(String.raw`\{\{\s?${INNER}\s?\}\}`, 'g');
/** The same as it stands in an encoded path or query. */
const ENCODED = new RegExp(
  String.raw`%7B%7B(?:%20|\+)?${INNER.replaceAll(String.raw`\.`, String.raw`(?:\.|%2E)`)}(?:%20|\+)?%7D%7D`,
  'gi',
);

/** Whether a value stands for the result of an earlier change, which has no type yet. */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && WHOLE.test(value);
}

function referenceOf(match: RegExpMatchArray | readonly string[]): Reference {
  const path = (match[2] ?? '').replaceAll(/%2E/gi, '.');
  return { position: Number(match[1]), steps: path.slice(1).split('.') };
}

export function referenceText({ position, steps }: Reference): string {
  return `{{change_${position}.${steps.join('.')}}}`;
}

export function referencesIn(value: unknown): Reference[] {
  const found: Reference[] = [];
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string')
      for (const match of [...next.matchAll(ANYWHERE), ...next.matchAll(ENCODED)])
        found.push(referenceOf(match));
    else if (Array.isArray(next) || isObject(next))
      for (const item of Object.values(next) as unknown[]) open.push(item ?? null);
  }
  return found;
}

type ValueOf = (reference: Reference) => string | number | boolean | ExactNumber;

/** A text that is nothing but a reference becomes its value; in a path it is encoded, so that it cannot change it. */
export function resolveReferences(value: unknown, valueOf: ValueOf): unknown {
  return mapTexts(value, (text) => {
    const whole = WHOLE.exec(text);
    if (whole !== null) return valueOf(referenceOf(whole));
    return text
      .replace(ANYWHERE, (...match: string[]) => String(valueOf(referenceOf(match))))
      .replace(ENCODED, (...match: string[]) => encodedValue(valueOf(referenceOf(match))));
  });
}

/** Nothing, or dots, would lead to another path. */
function encodedValue(value: ReturnType<ValueOf>): string {
  const text = String(value);
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text);
  throw conflict(
    `The value ${JSON.stringify(text)} of a reference cannot stand in an address, so nothing was sent.`,
  );
}

/** What only says that something inside does not fit. */
const COMPOSITE = /^(?:oneOf|anyOf|not|if|contains|discriminator|propertyNames)$/;

/** A value is checked once it is known; alternatives around a reference are not judged before. */
export function errorsBesideReferences(
  errors: readonly ErrorObject[],
  input: JsonObject,
): ErrorObject[] {
  if (referencesIn(input).length === 0) return [...errors];
  const composites = errors
    .filter(({ keyword, data }) => COMPOSITE.test(keyword) && referencesIn(data).length > 0)
    .map(({ instancePath }) => instancePath);
  return errors.filter(
    (error) =>
      (!isReference(valueAt(input, error.instancePath)) || wantsNoScalar(error)) &&
      !composites.some((place) => `${error.instancePath}/`.startsWith(`${place}/`)),
  );
}

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

/** No reference can stand for a list or an object. */
function wantsNoScalar({ keyword, params }: ErrorObject): boolean {
  return keyword === 'type' && ![params['type']].flat().some((type) => SCALARS.has(type));
}
