/** The first `max` characters (UTF-16 units) of a text, or one less: never half of one that takes two. */
export function firstChars(text: string, max: number): string {
  const endsInHalf = text.length > max && isFirstHalf(text.charCodeAt(max - 1));
  return text.slice(0, endsInHalf ? max - 1 : max);
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
