/** What the JSON of a body may hold beside its bytes. */
export interface JsonLimits {
  /** The deepest nesting of objects and lists. */
  maxDepth: number;
  /** Keys of all its objects together, the same key twice counted twice. */
  maxKeys: number;
  /** Values of all its objects and lists together. */
  maxValues: number;
}

/** What of a JSON text is beyond a limit; undefined where nothing is. Reads it once, without making anything of it. */
export function beyondLimits(
  json: string,
  { maxDepth, maxKeys, maxValues }: JsonLimits,
): string | undefined {
  let depth = 0;
  let keys = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COLON) keys += 1;
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    if (keys > maxKeys) return `has more than ${maxKeys} fields`;
    if (values > maxValues) return `has more than ${maxValues} values`;
  }
  return undefined;
}

const [QUOTE, COLON, COMMA, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string that begins at `start` ends; the text's end where it does not. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
