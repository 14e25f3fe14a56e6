/**
 * A text without the units at its end that `cut`, an expression for one character, matches. An expression
 * like `/[.!]+$/` does the same at a cost that grows with the square of a run that is not at the end.
 */
export function withoutEnd(text: string, cut: RegExp): string {
  let end = text.length;
  while (end > 0 && cut.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
