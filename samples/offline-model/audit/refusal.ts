import type { Reading } from '../reading/reading.js';
import { giveUp } from '../steps.js';
import { unreadWords, type Taken } from './account.js';
import { inverters, reasons, rhythms } from '../lexicon.js';

/** Words quoted for a sentence: neighbours of the request together. */
export function quoteWords(words: readonly string[], reading: Reading): string {
  const runs: string[] = [];
  let last = -2;
  const places = placesOf(words, reading);
  for (const [index, word] of words.entries()) {
    const at = places[index] ?? -2;
    if (at === last + 1 && runs.length > 0) runs[runs.length - 1] += ` ${word}`;
    else runs.push(word);
    last = at;
  }
  return [...new Set(runs)].map((run) => `“${run}”`).join(', ');
}

function placesOf(words: readonly string[], { tokens }: Reading): number[] {
  let from = 0;
  return words.map((word) => {
    const at = tokens.findIndex((token, place) => place >= from && token.text === word);
    from = at < 0 ? from : at + 1;
    return at;
  });
}

/** The reasons that belong to some words, each once. */
export function reasonsFor(words: readonly string[]): string[] {
  const said = words.map((word) => (word.includes('%') ? '%' : word.toLowerCase()));
  const groups = said.flatMap((word) =>
    rhythms.has(word) ? [word, 'every'] : inverters.has(word) ? [word, 'but'] : [word],
  );
  return reasons.filter(({ fits }) => groups.some((word) => fits.has(word))).map(({ why }) => why);
}

/** Stops a change that does not take in all that was said: names the words, and changes nothing. */
export function requireAllRead(reading: Reading, taken: Taken, understood = ''): void {
  const words = unreadWords(reading, taken);
  if (words.length === 0) return;
  giveUp(
    [
      `I have changed nothing, because I could not take in ${quoteWords(words, reading)} of what you said.`,
      ...reasonsFor(words),
      ...(understood === '' ? [] : [`Without that it would be: ${understood}.`]),
      'Say it again without these words, or in others, and I show you a preview.',
    ].join(' '),
  );
}

/** Stops an answer to something that was not asked. */
export function requireQuestionRead(reading: Reading, taken: Taken): void {
  const words = unreadWords(reading, taken);
  if (words.length === 0) return;
  giveUp(
    [
      `I cannot answer that as you asked it: I do not understand ${quoteWords(words, reading)} here.`,
      ...reasonsFor(words),
      'Ask again without these words, or in others.',
    ].join(' '),
  );
}
