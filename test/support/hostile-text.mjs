/**
 * The text of a `Hostile`.
 * @param {import('./hostile.js').Hostile} hostile
 */
export function textOf({ prefix, part, separator, count, suffix, keyed }) {
  const parts = Array.from({ length: count }, (_, at) =>
    keyed ? part.replaceAll('#', String(at)) : part,
  );
  return prefix + parts.join(separator) + suffix;
}
