import { isObject } from './json.js';
import { createHash } from 'node:crypto';

/** What every model API takes as the name of an argument; Gemini is the strictest. */
const VALID = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_LENGTH = 64;

export function isArgumentName(name: string): boolean {
  // Assigning to this one would set a prototype.
  return name.length <= MAX_LENGTH && VALID.test(name) && name !== '__proto__';
}

/** The nearest name that every model API takes; two names can come out alike. */
export function toArgumentName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, MAX_LENGTH);
  const trimmed = trimUnderscores(plain);
  if (trimmed === '') return 'value';
  return /^[0-9]/.test(trimmed) ? `_${trimmed}`.slice(0, MAX_LENGTH) : trimmed;
}

/** Without underscores that stand for signs at either end: `filter[status]` is `filter_status`. */
function trimUnderscores(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '_') start += 1;
  while (end > start && text[end - 1] === '_') end -= 1;
  return text.slice(start, end);
}

export function shortHash(text: string, length = 6): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Aliases of property names that not every model API takes; the hash in one lets it be undone anywhere. */
export class PropertyAliases {
  private readonly known = new Map<string, string>();

  constructor(entries: Iterable<readonly [string, string]> = []) {
    for (const [alias, name] of entries) this.known.set(alias, name);
  }

  aliasOf(name: string): string {
    if (isArgumentName(name)) return name;
    const alias = `${toArgumentName(name).slice(0, MAX_LENGTH - 7)}_${shortHash(name)}`;
    this.known.set(alias, name);
    return alias;
  }

  entries(): [string, string][] {
    return [...this.known];
  }

  /** The value with every name that has an alias under that: the opposite of {@link undo}. */
  redo(value: unknown): unknown {
    const byName = new Map([...this.known].map(([alias, name]) => [name, alias]));
    const renamed = (inner: unknown): unknown => {
      if (Array.isArray(inner)) return inner.map(renamed);
      if (!isObject(inner)) return inner;
      return Object.fromEntries(
        Object.entries(inner).map(([key, one]) => [byName.get(key) ?? key, renamed(one)]),
      );
    };
    return renamed(value);
  }

  undo(value: unknown): unknown {
    if (this.known.size === 0) return value;
    if (Array.isArray(value)) return value.map((item) => this.undo(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.known.get(key) ?? key, this.undo(inner)]),
    );
  }
}
