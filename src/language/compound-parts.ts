const MIN_PART = 4;
/** What German puts between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e'];
const WORD = /\p{L}+/gu;

/**
 * For German texts, a function that answers the parts of a text's compounds: "Freigabeverfahren" also
 * says "freigabe" and "verfahren". A word is parted where both sides are words of the same texts, so no
 * dictionary is needed and no nonsense is made.
 */
export function compoundParts(
  texts: readonly { headingPath: readonly string[]; text: string }[],
): (text: string) => string {
  const vocabulary = new Set(
    texts.flatMap(({ headingPath, text }) => wordsOf([...headingPath, text].join(' '))),
  );
  const known = new Map<string, readonly string[]>();
  const partsOf = (word: string): readonly string[] => {
    const found = known.get(word) ?? split(word, vocabulary);
    known.set(word, found);
    return found;
  };
  return (text) => wordsOf(text).flatMap(partsOf).join(' ');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** The parts of the split whose first part is the longest; the second may be a compound itself. */
function split(word: string, vocabulary: ReadonlySet<string>): string[] {
  for (let at = word.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const tail = word.slice(at);
    if (!vocabulary.has(tail)) continue;
    const head = headOf(word.slice(0, at), vocabulary);
    if (head !== undefined)
      return [head, ...split(head, vocabulary), tail, ...split(tail, vocabulary)];
  }
  return [];
}

/** The first part as a word: with or without the link between the parts. */
function headOf(text: string, vocabulary: ReadonlySet<string>): string | undefined {
  for (const link of LINKS) {
    const word = text.endsWith(link) ? text.slice(0, text.length - link.length) : '';
    if (word.length >= MIN_PART && vocabulary.has(word)) return word;
  }
  return undefined;
}
