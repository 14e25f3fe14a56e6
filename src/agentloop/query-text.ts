/** A message of at most this many words is taken as leaning on the turn before it (measured: docs/selection.md). */
const SHORT_WORDS = 8;

/** In a longer message than this a word that refers back mostly refers to the message itself. */
const LONG_WORDS = 16;

/** Words that point back at something said before. */
const BACK_REFERENCES = new Set(
  'it its that this these those them they him her his their one ones same again also instead else another too both former latter previous undo'.split(
    ' ',
  ),
);

/** "that" that opens a clause ("a rule that sends an email") and points at nothing said before. */
const RELATIVE_THAT =
  /(?<=\S\s+)that(?=\s+(?:is|are|was|were|has|have|had|can|will|should|must|do|did|\p{L}{2,}(?:s|ed))\b)/giu;

/**
 * What is searched for: the message, preceded by the previous user turn when the message is short or
 * refers back, so that "now also email him" keeps the subject it speaks of.
 */
export function queryText(message: string, previousUserTurn: string | undefined): string {
  if (previousUserTurn === undefined || !leansOnPrevious(message)) return message;
  return `${previousUserTurn}\n${message}`;
}

/** True when a message cannot be understood alone: short, or with a word that refers back. */
export function leansOnPrevious(message: string): boolean {
  const words =
    message
      .replaceAll(RELATIVE_THAT, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length <= SHORT_WORDS) return true;
  return words.length <= LONG_WORDS && words.some((word) => BACK_REFERENCES.has(word));
}
