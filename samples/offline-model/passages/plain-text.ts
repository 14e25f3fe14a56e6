const LONGEST = 4000;

/**
 * A text that a tool's check has refused, in plain letters: without markup, addresses that are run, and
 * brackets other than those of a marker, and cut.
 */
export function acceptable(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/\[(?!\d{1,3}(?:, ?\d{1,3})*\])[^[\]]{0,200}\]/g, ' ')
    .replace(/[<>|{}=]/g, ' ')
    .replace(/(?<=\p{L}):(?=\S)/gu, ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  return plain.slice(0, LONGEST);
}
