/** Whether a text holds all of these words, in any order and without regard to case; no words hold always. */
export function holdsWords(text: string, words: string | undefined): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  const wanted = words?.normalize('NFKC').toLowerCase().split(/\s+/) ?? [];
  return wanted.every((word) => plain.includes(word));
}
