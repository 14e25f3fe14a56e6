import { isObject } from './json.js';

// JSON pointers (RFC 6901): `/actions/0/a~1b`.

/** A key as a part of a pointer. */
export function escapePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The key that a part of a pointer stands for. */
export function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The keys of a pointer; none for the whole, which is the empty text. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePart);
}

/** What a pointer leads to; undefined when it leads nowhere. */
export function valueAt(whole: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return (value as unknown[])[Number(key)];
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, whole);
}
