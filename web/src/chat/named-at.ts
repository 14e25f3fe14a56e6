/** Where a text names something from `from` on, -1 where it does not: `§ 12-1` is not named by `§ 12-104`. */
export function namedAt(text: string, name: string, from = 0): number {
  if (name === '') return -1;
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWord = !/[\p{L}\p{N}]/u.test(text.slice(at - 1, at));
    const end = at + name.length;
    // No more is needed to see that it goes on.
    if (isWord && !/^(?:[\w\d]|[-.]\d)/.test(text.slice(end, end + 2))) return at;
  }
  return -1;
}
