/** `getUserInfo` and `get_user_info` become "get User Info" and "get user info". */
export function splitIdentifiers(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[_\-./:{}]+/g, ' ');
}

/** The lower-case words and numbers of a text, identifiers split. */
export function wordsOf(text: string): string[] {
  return (
    splitIdentifiers(text.normalize('NFKC'))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Forms of a word mostly share their first letters, in any language that is written with letters. */
const TERM_LENGTH = 6;
const MAX_TEXT_LENGTH = 8_000;

/** The first letters of each word in the first 8,000 characters of a text. */
export function termsOf(text: string): string[] {
  return wordsIn(text).map((word) => word.slice(0, TERM_LENGTH));
}

/** Of 3 to 6 letters, with and without the ends of words, this found most (bench/selection.md). */
const PIECE_LENGTH = 5;

/** The words in the first 8,000 characters of a text. */
export function wordsIn(text: string): string[] {
  return wordsOf(text.slice(0, MAX_TEXT_LENGTH));
}

/** The pieces of a word, its ends marked: forms, compounds and loans of a word share some. */
export function piecesOf(word: string): string[] {
  const marked = `_${word}_`;
  const last = Math.max(0, marked.length - PIECE_LENGTH);
  return Array.from({ length: last + 1 }, (_, at) => marked.slice(at, at + PIECE_LENGTH));
}
