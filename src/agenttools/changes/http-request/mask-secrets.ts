import { writeJson } from '../../../foundation/exact-json.js';
import { isObject, ownValue, escapePart, pointerKeys } from '../../../foundation/json.js';

export const MASK = '••••••';

const SECRET_WORD =
  /^(?:password|passwd|passphrase|secrets?|tokens?|apikey|credentials?|authorization)$/;
const SECRET_PAIRS = new Set(['api key', 'private key', 'access key', 'signing key']);

/** True for `password`, `accessToken`, `api_key`: by whole words, so that `tokenizer` is none. */
export function isSecretName(name: string): boolean {
  const spaced = name.slice(0, 100).replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  const words = spaced.toLowerCase().split(/[^a-z0-9]+/);
  return words.some(
    (word, at) => SECRET_WORD.test(word) || SECRET_PAIRS.has(`${word} ${words[at + 1] ?? ''}`),
  );
}

const MAX_DEPTH = 60;

/** Masks what stands at `secrets` (pointers, `*` for any item) and texts under the name of a secret. */
export function maskSecrets(
  value: unknown,
  secrets: readonly string[] = [],
): { value: unknown; places: string[] } {
  const patterns = secrets.map(pointerKeys).filter((keys) => keys.length > 0);
  const isSecret = (inner: unknown, steps: readonly string[]): boolean =>
    (typeof inner === 'string' && isSecretName(steps.at(-1) ?? '')) ||
    patterns.some(
      (keys) =>
        keys.length === steps.length && keys.every((key, at) => key === '*' || key === steps[at]),
    );
  const places: string[] = [];
  const mask = (inner: unknown, steps: readonly string[]): unknown => {
    if (inner === undefined || inner === null) return inner;
    if (isSecret(inner, steps)) {
      places.push(steps.map((step) => `/${escapePart(step)}`).join(''));
      return MASK;
    }
    if (steps.length > MAX_DEPTH) return inner;
    if (Array.isArray(inner)) return inner.map((item, at) => mask(item, [...steps, String(at)]));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => [key, mask(one, [...steps, key])]),
    );
  };
  return { value: mask(value, []), places };
}

/** What is kept of an answer to be shown, in characters of JSON. */
export const MAX_SHOWN = 16 * 1024;

/** The value without its secrets; undefined where that is longer than `most` characters of JSON. */
export function shownWithin(value: unknown, secrets: readonly string[], most: number): unknown {
  const masked = maskSecrets(value, secrets).value;
  return masked !== undefined && writeJson(masked).length > most ? undefined : masked;
}

/** The value itself, or where that is longer the first `most` characters of its JSON. */
export function cutValue(value: unknown, most: number): unknown {
  const text = writeJson(value) ?? '';
  return text.length > most ? `${text.slice(0, most)}…` : value;
}

/** An edited value with each mask that still stands at a masked place replaced by what it stands for. */
export function unmask(edited: unknown, original: unknown): unknown {
  if (edited === MASK && original !== undefined) return original;
  if (Array.isArray(edited) && Array.isArray(original))
    return edited.map((item, at) => unmask(item, original[at]));
  if (!isObject(edited) || !isObject(original)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, one]) => [key, unmask(one, ownValue(original, key))]),
  );
}
