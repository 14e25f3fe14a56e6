/** A text without accents and umlauts, "ß" as "ss": as the German dictionary's stems are. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/** How many words stand in a text, parted by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
