/** How much a question asks for. */
export type DetailLevel = 'simple' | 'concise' | 'detailed';

/** How many documents are read for each. */
export const DOCUMENTS_TO_READ: Readonly<Record<DetailLevel, number>> = {
  simple: 1,
  concise: 5,
  detailed: 15,
};

const DETAILED =
  /\b(?:compar\w*|differen\w*|versus|vs|all|every|each|overview|summar\w*|detail\w*|thorough\w*|full|vergleich\w*|unterschied\w*|alle\w*|jede\w*|überblick|übersicht|zusammenfass\w*|ausführlich\w*)\b/iu;

const SIMPLE =
  /^(?:what (?:is|are|was) the|who|when|where|which|how (?:long|many|much|often|old)|is|are|does|wer|wann|wo|wie (?:lange|viele?|oft|hoch)|welche\w?|ist|sind)\b/iu;

const SHORT_WORDS = 12;

/** The level of a question, by its words: comparisons and overviews are detailed, short questions for one fact simple. */
export function detailLevelOf(question: string): DetailLevel {
  const text = question.trim();
  if (DETAILED.test(text)) return 'detailed';
  const isShort = text.split(/\s+/).length <= SHORT_WORDS;
  return isShort && SIMPLE.test(text) ? 'simple' : 'concise';
}
