/** The first `max` characters (UTF-16 units) of a text, or one less: never half of one that takes two. */
export function firstChars(text: string, max: number): string {
  const endsInHalf = text.length > max && isFirstHalf(text.charCodeAt(max - 1));
  return text.slice(0, endsInHalf ? max - 1 : max);
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A text without the characters at its end that `cut` matches; `/[.!]+$/` takes quadratic time. */
export function withoutEnd(text: string, cut: RegExp): string {
  let end = text.length;
  while (end > 0 && cut.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
