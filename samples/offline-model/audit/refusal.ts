import type { Reading } from '../reading/reading.js';
import { giveUp } from '../steps.js';
import { unreadWords, type Taken } from './account.js';
import { inverters, rhythms } from '../lexicon.js';

/** Why some words cannot be taken: shown beside the words themselves. */
const REASONS: readonly { fits: (word: string, percent: boolean) => boolean; why: string }[] = [
  {
    fits: (word) => rhythms.has(word) || /^(every|each|twice|schedule|scheduled|clock)$/.test(word),
    why: 'Nothing here runs at a time of day or on a schedule: a rule starts when a record is created, updated or deleted, or by hand.',
  },
  {
    fits: (word, percent) =>
      percent || /^(percent|%|doubles|halves|triples|rises?|increases?|decreases?)$/.test(word),
    why: 'A condition compares a column with a fixed value: it knows no percent and no difference to what was before.',
  },
  {
    fits: (word) => word === 'or' || word === 'either',
    why: 'I cannot join these with “or”: conditions here hold together, or one column is one of several values.',
  },
  {
    fits: (word) => /^(before|until|ahead|prior)$/.test(word),
    why: 'Nothing here happens before a date or until one.',
  },
  {
    fits: (word) => inverters.has(word) || word === 'but',
    why: 'I could not tell what that excludes.',
  },
  {
    fits: (word) =>
      /^(average|median|mean|maximum|minimum|most|least|top|second|third|rank)$/.test(word),
    why: 'I can count rows and add up a column, all in all or by group; averages, ranks and “the most” of something are beyond me.',
  },
];

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
  return REASONS.filter(({ fits }) =>
    words.some((word) => fits(word.toLowerCase(), /%/.test(word))),
  ).map(({ why }) => why);
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
