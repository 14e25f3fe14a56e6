/** How many places that only begin like a sought text are looked at closely; a text with more means harm. */
const MAX_NEAR_MISSES = 2_000;
const KEYS = 65_536;

/**
 * A function that puts `hidden` in the place of each of `sought` in any text: in one pass, however many they are, as it
 * jumps as far as the two characters that it looks at allow (Wu and Manber). Each has `window` characters at least.
 */
export function textReplacer(
  sought: Iterable<string>,
  window: number,
  hidden: string,
): (text: string) => string {
  const { jumps, byKey } = tablesOf(sought, window);
  if (byKey.size === 0) return (text) => text;
  return (text) => {
    let [shown, from, misses] = ['', 0, 0];
    for (let at = window - 1; at < text.length;) {
      const key = keyAt(text, at);
      const jump = jumps[key] ?? 0;
      const start = at - window + 1;
      let found = 0;
      for (const one of jump > 0 ? [] : (byKey.get(key) ?? [])) {
        const length = agreeing(text, start, one);
        if (length >= window && length < one.length) misses += 1;
        if (length === one.length || (length >= window && misses > MAX_NEAR_MISSES)) found = length;
        if (found > 0) break;
      }
      if (found > 0) {
        shown += text.slice(from, start) + hidden;
        from = start + found;
        at = from + window - 1;
      } else at += Math.max(jump, 1);
    }
    return from === 0 ? text : shown + text.slice(from);
  };
}

/** How far two characters let the search go on, and by the two at the window's end what may stand there. */
function tablesOf(sought: Iterable<string>, window: number) {
  const jumps = new Uint8Array(KEYS).fill(window - 1);
  const byKey = new Map<number, string[]>();
  // The longest first: one may begin another.
  for (const one of [...new Set(sought)].sort((a, b) => b.length - a.length)) {
    for (let at = 1; at < window; at += 1) {
      const key = keyAt(one, at);
      jumps[key] = Math.min(jumps[key] ?? 0, window - 1 - at);
    }
    const key = keyAt(one, window - 1);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return { jumps, byKey };
}

function keyAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)) % KEYS;
}

function agreeing(text: string, start: number, one: string): number {
  let length = 0;
  while (length < one.length && text.charCodeAt(start + length) === one.charCodeAt(length))
    length += 1;
  return length;
}
