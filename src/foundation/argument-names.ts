import { isObject } from './json.js';
import { createHash } from 'node:crypto';
import { withoutEnd } from './text.js';

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
  // `filter[status]` is `filter_status`.
  const trimmed = withoutEnd(plain.replace(/^_+/, ''), /_/);
  if (trimmed === '') return 'value';
  return /^[0-9]/.test(trimmed) ? `_${trimmed}`.slice(0, MAX_LENGTH) : trimmed;
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
    return renamed(value, new Map([...this.known].map(([alias, name]) => [name, alias])));
  }

  undo(value: unknown): unknown {
    return this.known.size === 0 ? value : renamed(value, this.known);
  }
}

/** The value with these names of fields replaced, in objects and lists at any depth. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [names.get(key) ?? key, renamed(inner, names)]),
  );
}
