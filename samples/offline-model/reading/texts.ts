import { wordsNamed } from '../lexicon.js';
import type { Reading } from './reading.js';

/** Words after which a text in quotes is the name of the rule, the headline or the text. */
export const textMarkers = {
  name: wordsNamed('named_by'),
  title: wordsNamed('titled_by'),
  text: wordsNamed('worded_by'),
};

/** Which kind of text a quoted part is. */
export type TextKind = keyof typeof textMarkers;

/** The quoted text that a word such as "subject" or "saying" stands before. */
export function quotedAfter(reading: Reading, kind: TextKind): string | undefined {
  const markers = textMarkers[kind];
  for (const [at, token] of reading.tokens.entries()) {
    if (token.kind !== 'quoted') continue;
    const before = reading.tokens.slice(Math.max(0, at - 3), at).map((item) => item.lower);
    if (before.some((word) => markers.has(word))) return token.text;
  }
  return undefined;
}

/** What follows "saying" or "with the message" without quotes, to the end of the part. */
export function spokenText(reading: Reading): string | undefined {
  const channel = new Set(reading.all('channel.*').flatMap(({ covers }) => covers));
  const at = reading.tokens.findIndex(
    ({ lower }, place) =>
      ['saying', 'stating', 'message', 'text', 'reading', 'subject'].includes(lower) &&
      !channel.has(place),
  );
  const colon = reading.tokens[at + 1]?.lower === ':' ? 2 : 1;
  const last = reading.tokens.findLastIndex(
    (token) => token.kind !== 'mark' && !['and', 'then'].includes(token.lower),
  );
  if (at < 0 || last < at + colon) return undefined;
  const text = reading.words(at + colon, last + 1).trim();
  return text.split(/\s+/).length >= 2 ? text.replace(/^["“']|["”']$/g, '') : undefined;
}

/** The name given with "called" or "named", quoted or as a run of capitalised words. */
export function givenName(reading: Reading): string | undefined {
  const quoted = quotedAfter(reading, 'name');
  if (quoted !== undefined) return quoted;
  const at = reading.tokens.findIndex((token) =>
    ['called', 'named', 'titled'].includes(token.lower),
  );
  if (at < 0) return undefined;
  let to = at + 1;
  while (
    reading.tokens[to]?.kind === 'word' &&
    (to === at + 1 || /^\p{Lu}/u.test(reading.tokens[to]?.text ?? ''))
  )
    to += 1;
  return to > at + 1 ? reading.words(at + 1, to) : undefined;
}
