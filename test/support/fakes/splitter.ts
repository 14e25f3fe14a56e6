/** Cuts bytes at places that look random and are the same for the same seed; without rules, not at all. */
export function splitter(rules?: {
  seed: number;
  max: number;
}): (bytes: Buffer) => Iterable<Buffer> {
  if (rules === undefined) return (bytes) => [bytes];
  let state = rules.seed >>> 0;
  // Mulberry32: small, and the same on every machine.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return function* (bytes) {
    for (let at = 0; at < bytes.length;) {
      const size = 1 + Math.floor(random() * rules.max);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  };
}
