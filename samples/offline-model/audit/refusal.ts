import type { Reading } from '../reading/reading.js';
import { giveUp } from '../steps.js';
import { unreadWords, type Taken } from './account.js';
import { choices, harmless, inverters, reasons, rhythms, verbs, wordsNamed } from '../lexicon.js';

/** Words quoted for a sentence: neighbours of the request together. */
export function quoteWords(words: readonly string[], reading: Reading): string {
  const { tokens } = reading.source?.reading ?? reading;
  const runs: string[] = [];
  let next = 0;
  for (const word of words) {
    const at = tokens.findIndex((token, place) => place >= next && token.text === word);
    if (at >= 0 && at === next && runs.length > 0) runs.push(`${runs.pop()} ${word}`);
    else runs.push(word);
    next = at < 0 ? next : at + 1;
  }
  return [...new Set(runs)].map((run) => `“${run}”`).join(', ');
}

/** The reasons that belong to some words, each once. */
export function reasonsFor(words: readonly string[]): string[] {
  const said = words.map((word) => (word.includes('%') ? '%' : word.toLowerCase()));
  const groups = said.flatMap((word) =>
    rhythms.has(word) ? [word, 'every'] : inverters.has(word) ? [word, 'but'] : [word],
  );
  return reasons.filter(({ fits }) => groups.some((word) => fits.has(word))).map(({ why }) => why);
}

/**
 * Stops a change that does not take in all that was said: names the words, and changes nothing. Words that turn
 * nothing round may be left out by a "yes".
 */
export function requireAllRead(reading: Reading, taken: Taken, understood = ''): void {
  const unread = unreadWords(reading, taken);
  const isDeed = (word: string) => taken.atOnce === true && DEEDS.has(word.toLowerCase());
  const advice = unread.every((word) => mayBeLeftOut(word) && !isDeed(word))
    ? `${OFFER} without ${unread.length === 1 ? 'it' : 'these words'}, or say it in others.`
    : 'Say it again without these words, or in others, and I show you a preview.';
  requireRead(
    unread,
    (words) => `${UNREAD} ${quoteWords(words, reading)} of what you said.`,
    `${without(understood)} ${advice}`,
  );
}

/** Stops a change with words, if any, that it can do nothing with. */
export function refuseChange(words: readonly string[], reading: Reading): void {
  requireRead(
    words,
    () => `${UNREAD} ${quoteWords(words, reading)} of what you said.`,
    ' Say it again without these words, or in others, and I show you a preview.',
  );
}

/** Without one of these a change is another one. */
const DEEDS = new Set(verbs.flatMap(({ deed, words }) => (deed === 'read' ? [] : [...words])));

const UNREAD = 'I have changed nothing, because I could not take in';
const OFFER = 'Say “yes” for a preview';
const YES = wordsNamed('yes');
const TIMES = wordsNamed('times');

function mayBeLeftOut(word: string): boolean {
  const lower = word.toLowerCase();
  const turns = [choices, inverters, rhythms, TIMES].some((words) => words.has(lower));
  // Numbers and names are never beside the point.
  return !turns && !/[\d\p{Lu}]/u.test(word) && reasonsFor([word]).length === 0;
}

/** A new name said without quotes: words that limit what is wished may be no part of it. */
export function nameSaid(name: string): string {
  if (!looksLikeName(name))
    giveUp(
      `I have changed nothing, because I cannot tell whether all of “${name}” is the new name. Say it once more with the name in quotes.`,
    );
  return name;
}

/** Whether no word of a text may be a limit or a second wish. */
export const looksLikeName = (text: string): boolean => !NO_NAME.test(text);

const NO_NAME = new RegExp(
  [
    '^(?:some|any)thing\\b',
    '\\b(?:whatever|everywhere|unless|until|except|instead|tomorrow|tonight|when|whenever|if|but|than|only|just|too|also)\\b',
    '\\b(?:in|for|on|of|to|across) (?:all|every|each|my|our|both|the other)\\b',
    '\\bfor (?:\\S+ )?(?:users|people|colleagues|everyone|everybody|teams?|now)\\b',
  ].join('|'),
  'i',
);

/** The words that the user agrees to leave out; undefined where none were offered, or this is no yes. */
export function agreedToLeaveOut({ tokens }: Reading, offer: string): string[] | undefined {
  const isYes = tokens.every(({ kind, lower }) => kind === 'mark' || YES.has(lower));
  const from = offer.lastIndexOf(UNREAD) + UNREAD.length;
  const to = offer.indexOf(' of what you said.', from);
  if (!isYes || from < UNREAD.length || to < 0 || !offer.includes(OFFER, to)) return undefined;
  return offer
    .slice(from, to)
    .split('”')
    .flatMap((part) => part.split('“')[1] ?? []);
}

/** Stops an answer to something that was not asked. */
export function requireQuestionRead(reading: Reading, taken: Taken, understood = ''): void {
  refuseQuestion(unreadWords(reading, taken), reading, understood);
}

/** Stops an answer to a question with words, if any, that it does not take in. */
export function refuseQuestion(unread: readonly string[], reading: Reading, understood = ''): void {
  requireRead(
    unread,
    (words) =>
      `I cannot answer that as you asked it: I do not understand ${quoteWords(words, reading)} here.`,
    `${without(understood)} Ask again without these words, or in others.`,
  );
}

const without = (understood: string) =>
  understood === '' ? '' : ` Without that it would be: ${understood}.`;

function requireRead(
  words: readonly string[],
  say: (words: readonly string[]) => string,
  advice: string,
): void {
  if (words.length > 0) giveUp(`${[say(words), ...reasonsFor(words)].join(' ')}${advice}`);
}

/** How many words of a sentence ask for something by themselves. */
export function countContent({ tokens }: Reading): number {
  return tokens.filter(({ kind, lower }) => kind !== 'mark' && !harmless.has(lower)).length;
}

/** Whether a question without these words is another one: they turn it round, or are most of it. */
export function makesOther(unread: readonly string[], reading: Reading): boolean {
  return reasonsFor(unread).length > 0 || unread.length * 2 > countContent(reading);
}

/** An answer with the words of the question that it leaves out; none where they make it another one. */
export function withUnread(reading: Reading, taken: Taken, answer: string): string {
  const unread = unreadWords(reading, taken);
  if (makesOther(unread, reading)) refuseQuestion(unread, reading);
  return withNote(unread, reading, answer);
}

/** An answer behind the words of the question that it leaves out. */
export function withNote(unread: readonly string[], reading: Reading, answer: string): string {
  const note = `I could not take in ${quoteWords(unread, reading)} of your question; this is without it.\n`;
  return unread.length === 0 ? answer : `${note}${answer}`;
}
