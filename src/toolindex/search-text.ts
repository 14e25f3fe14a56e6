/** A part of what is searched for; the message itself weighs 1, what was said before it less. */
export interface WeightedText {
  text: string;
  /** Above 0. */
  weight: number;
}

/** What is searched for: one text, or a message among the turns before it, oldest first. */
export type SearchText = string | readonly WeightedText[];

/** The parts of a search text, at least one. */
export function weightedTexts(search: SearchText): readonly WeightedText[] {
  if (typeof search !== 'string' && search.length > 0) return search;
  return [{ text: typeof search === 'string' ? search : '', weight: 1 }];
}
