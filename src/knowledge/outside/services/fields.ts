import { firstChars } from '../../../foundation/first-chars.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { parseUrl } from '../../../foundation/parse-url.js';

/** The most characters of a text that the model reads of one finding. */
const TEXT_CHARS = 500;

/** The objects of a list; nothing where there is no list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** A text without tags and line breaks, cut; undefined where there is none. */
export function textOf(value: unknown, max = TEXT_CHARS): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  return plain.length <= max ? plain : `${firstChars(plain, max - 1).trimEnd()}…`;
}

/** A number, also where a service writes it as a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** An address that a page may show; undefined for any other. */
export function webAddressOf(value: unknown, base?: string): string | undefined {
  const url = typeof value === 'string' && value !== '' ? parseUrl(value, base) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** The fields that have a value. */
export function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The count that a service tells, as part of its findings. */
export function totalOf(value: unknown): { total?: number } {
  const total = numberOf(value);
  return total === undefined ? {} : { total };
}
