/**
 * A text every API takes: without lone surrogates and control characters (some parsers refuse the whole
 * request for one), at most `maxBytes` of UTF-8, cut between characters, and never blank.
 */
export function readableText(text: string, maxBytes: number): string {
  // A byte is at most one character: what is cut off here is never looked at.
  const clean = text
    .slice(0, maxBytes)
    .replace(/\p{Cs}/gu, '')
    .replace(/\p{Cc}+/gu, ' ');
  const bytes = Buffer.from(clean);
  // A cut inside a character leaves a broken end, which `stream` holds back.
  const cut = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return cut.trim() || BLANK;
}

/** Stands for a text without content: APIs refuse an empty one. */
const BLANK = '-';

/** The length of a text as an API counts it. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
