import type { Tool } from '../tool.js';

/** Which of a tool's arguments the page's context fills; `fills`: argument → context key. */
export function contextIdsOf(
  names: readonly string[],
  fills: Readonly<Record<string, string>>,
): Tool['contextIds'] {
  const filled = names.filter((name) => Object.hasOwn(fills, name));
  if (filled.length === 0) return undefined;
  return Object.fromEntries(filled.map((name) => [name, { key: fills[name] as string }]));
}

/** For people: what it does, and to what: "Edit file (notes.md)". */
export function titleWith(title: string, values: readonly string[]): string {
  const plain = title.replace(/\.$/, '');
  return values.length === 0 ? plain : `${plain} (${values.join(', ')})`;
}
