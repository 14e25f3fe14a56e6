/** A longer list of questions is one text. */
const MOST_PARTS = 3;
/** What is shorter is no question of its own: "Wer und wann?". */
const LEAST_WORDS = 3;

const ASKING =
  'wer|wem|wen|wessen|was|wann|wie|wo|wohin|woher|warum|welche[mnrs]?|ab wann|bis wann|darf|muss|müssen|dürfen|who|whom|what|when|how|where|why|which|may|must';
/** "…, und wer …?", "…? And how …?": a question that follows another one. */
const BETWEEN = new RegExp(
  `(?<=\\?)\\s{1,3}(?=\\S)|,?\\s(?:und|sowie|oder|and|or)\\s(?=(?:${ASKING})\\s)`,
  'giu',
);

/** The questions that a text asks, in order; the text itself where it asks one, or too many. */
export function questionParts(text: string): string[] {
  const parts = text.split(BETWEEN).map((part) => part.trim());
  const isWhole = parts.length > MOST_PARTS || parts.some((part) => wordsIn(part) < LEAST_WORDS);
  return isWhole ? [text] : parts;
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
