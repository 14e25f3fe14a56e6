export interface JsonLimits {
  maxDepth: number;
  /** Keys of all its objects together, the same key twice counted twice. */
  maxKeys: number;
  maxValues: number;
  /** Keys that no object before had after the same keys: rows alike have few of them, and each takes a microsecond. */
  maxShapes?: number;
}

/** A JSON text that is not parsed, because that would take too long. The message says why, as the text's predicate. */
export class TooMuchJson extends Error {}

/** What of a JSON text is beyond a limit; undefined where nothing is. Reads it once, without making anything of it. */
export function beyondLimits(json: string, limits: JsonLimits): string | undefined {
  return scan(json, limits)?.beyond;
}

/** The beginning of a JSON text within the limits, its lists and objects closed; undefined where not one item is. */
export function cutToLimits(json: string, limits: JsonLimits): string | undefined {
  const found = scan(json, limits);
  return found === undefined ? json : found.beginning;
}

function scan(json: string, { maxDepth, maxKeys, maxValues, maxShapes }: JsonLimits) {
  const closers: string[] = [];
  /** Where the last item ends that is whole, and how deep it stands. */
  let whole = { end: 0, depth: 0 };
  const over = (beyond: string) => ({
    beyond,
    beginning:
      whole.end === 0
        ? undefined
        : json.slice(0, whole.end) + closers.slice(0, whole.depth).toReversed().join(''),
  });
  const shapes = maxShapes === undefined ? undefined : new Shapes();
  let [depth, keys, values, text] = [0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      text = at;
      at = endOfString(json, at);
    } else if (code === COLON) {
      keys += 1;
      shapes?.add(depth, json, text, at);
    } else if (code === COMMA) {
      values += 1;
      whole = { end: at, depth };
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      // Each stands two after the one that it closes.
      closers[depth] = String.fromCharCode(code + 2);
      depth += 1;
      values += 1;
      shapes?.open(depth);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else continue;
    if (depth > maxDepth) return over(`is nested deeper than ${maxDepth} levels`);
    if (keys > maxKeys) return over(`has more than ${maxKeys} fields`);
    if (values > maxValues) return over(`has more than ${maxValues} values`);
    if (shapes !== undefined && shapes.count > (maxShapes ?? 0))
      return over(`has more than ${maxShapes} different fields`);
  }
  return undefined;
}

const { imul } = Math;

/** Odd, and not to be guessed: nobody can send keys that all count as one. */
const FACTOR = (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 1;

/** Counts the keys that follow others in their object which they have not followed before. */
class Shapes {
  private readonly known = new Set<number>();
  private readonly path: number[] = [];

  get count(): number {
    return this.known.size;
  }

  open(depth: number): void {
    this.path[depth] = 0;
  }

  add(depth: number, json: string, start: number, end: number): void {
    let hash = this.path[depth] ?? 0;
    for (let at = start; at < end; at += 1) hash = (imul(hash, FACTOR) + json.charCodeAt(at)) | 0;
    this.path[depth] = hash;
    this.known.add(hash);
  }
}

const [QUOTE, COLON, COMMA, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string that begins at `start` ends; the text's end where it does not. */
export function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
