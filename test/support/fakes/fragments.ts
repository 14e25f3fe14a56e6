/** A text in at most some 50 pieces of at least 12 characters, as APIs stream the arguments of a call. */
export function fragments(text: string): string[] {
  const size = Math.max(12, Math.ceil(text.length / 50));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}
