import { percentDecoded } from '../../../../foundation/parse-url.js';
/** A key of `paths`: documents put a query or a fragment behind the path to tell operations apart. */
export interface PathKey {
  path: string;
  /** The pairs of its query, as they are written; a fragment is never sent. */
  query: readonly string[];
}

/** Reads a key of `paths`; `?` and `#` within braces belong to a name. */
export function readPathKey(key: string): PathKey {
  const whole = key.slice(0, outsideBraces(key, '#'));
  const at = outsideBraces(whole, '?');
  const query = whole.slice(at + 1).split('&');
  return { path: whole.slice(0, at), query: query.filter((pair) => pair !== '') };
}

/** Where the sign first stands outside of braces; the length where it does not. */
function outsideBraces(text: string, sign: string): number {
  if (!text.includes(sign)) return text.length;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth = Math.max(0, depth - 1);
    else if (text[at] === sign && depth === 0) return at;
  }
  return text.length;
}

export function namesInBraces(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

export function nameIn(pair: string): string {
  return percentDecoded((pair.split('=')[0] ?? '').replaceAll('+', ' '));
}

/** The names of the parameters that the key itself sends: `beta` of `?beta=true`. */
export function fixedNames({ query }: PathKey): string[] {
  return query.filter((pair) => !pair.includes('{')).map(nameIn);
}
