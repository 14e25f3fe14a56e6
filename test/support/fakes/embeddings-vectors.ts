/**
 * A vector that stands for a text as a small embedding model's would: each word, and each run of four
 * characters in it, adds to some places, so that texts that share words are near each other. The same
 * text always gives the same vector; another `task` turns it a little. Not of unit length.
 */
export function fakeVector(text: string, dimensions: number, task = ''): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number) => {
    const place = hash(feature);
    vector[place % dimensions]! += place & 1 ? weight : -weight;
  };
  add(`task ${task}`, 0.2);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [`only ${text}`]) {
    add(word, 1);
    for (let at = 0; at + 4 <= word.length; at += 1) add(word.slice(at, at + 4), 0.5);
  }
  return vector.map((value) => value * 3);
}

/** The same direction at length 1. */
export function unitVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** How many tokens a text has for the fakes: about one for four letters, one for any other character. */
export function fakeTokens(text: string): number {
  const runs = text.match(/[a-z0-9]+|[^\sa-z0-9]/gi) ?? [];
  return runs.reduce((count, run) => count + Math.ceil(run.length / 4), 0);
}

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
