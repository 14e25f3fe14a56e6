/** `create_alert` as `create alert`. */
export function spaced(word: string): string {
  return word.replaceAll('_', ' ').trim();
}

/** A word of the wire as a heading: `seek_approval` becomes `Seek approval`. */
export function title(word: string): string {
  const words = spaced(word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
