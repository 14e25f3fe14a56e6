import { isObject, ownValue, escapePart, pointerKeys } from '../../../foundation/json.js';

export const MASK = '••••••';

/** Words of names whose values are secrets in any API. */
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
  const patterns = secrets.map(pointerKeys);
  const places: string[] = [];
  const mask = (inner: unknown, steps: readonly string[]): unknown => {
    if (inner === undefined || inner === null) return inner;
    if (isSecret(inner, steps, patterns)) {
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

function isSecret(
  value: unknown,
  steps: readonly string[],
  patterns: readonly (readonly string[])[],
): boolean {
  if (patterns.some((pattern) => covers(pattern, steps))) return true;
  const name = steps.at(-1);
  return typeof value === 'string' && name !== undefined && isSecretName(name);
}

function covers(pattern: readonly string[], steps: readonly string[]): boolean {
  return (
    pattern.length > 0 &&
    pattern.length === steps.length &&
    pattern.every((wanted, at) => wanted === '*' || wanted === steps[at])
  );
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
