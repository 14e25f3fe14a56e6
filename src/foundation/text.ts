/** The first `max` characters (UTF-16 units) of a text, or one less: never half of one that takes two. */
export function firstChars(text: string, max: number): string {
  const last = text.length > max ? text.charCodeAt(max - 1) : 0;
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** A text of more than `max` characters is cut there, and ends with `…`. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${firstChars(text, max)}…`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
