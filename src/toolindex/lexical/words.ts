/** `getUserInfo` and `get_user_info` become "get User Info" and "get user info". */
export function splitIdentifiers(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[_\-./:]+/g, ' ');
}

/** The lower-case words and numbers of a text, identifiers split. */
export function wordsOf(text: string): string[] {
  return (
    splitIdentifiers(text.normalize('NFKC'))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
