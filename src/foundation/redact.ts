import { spellingsOf } from './secret-spellings.js';
import { textReplacer } from './text-replacer.js';

/** Puts this in the place of a secret. */
export const HIDDEN = '[redacted]';

/** Shorter ones stand in ordinary words, and hiding them would hide the log. */
const MIN_SECRET = 6;

/** Secrets that are known by where they stand, each with what is kept of the place. */
const PLACES: readonly [RegExp, string][] = [
  // `Authorization: Bearer x`, in a header's text or as JSON.
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, `$1$2${HIDDEN}`],
  // A user's password in an address: everything from the colon to the last @ before the path. Of the
  // scheme only the end is looked at, as a search for its beginning is not linear.
  [/([a-z\d+.-]:\/\/[^\s/?#:@"']*:)[^\s/?#"']+@/gi, `$1${HIDDEN}@`],
  // Keys in a query.
  [
    /([?&](?:key|api_?key|token|access_token|password|secret|sig|signature)=)[^&\s"'#]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** From so many characters on the beginning of a secret is hidden too. */
const MIN_BEGINNING = 8;

/**
 * Puts `hidden` in the place of a secret, and of a beginning of it: who reports what an API said cuts it
 * first, and the cut may go through the key.
 */
export function hideSecret(text: string, secret: string, hidden: string): string {
  if (secret === '') return text;
  const beginning = secret.slice(0, MIN_BEGINNING);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, from)) {
    let length = beginning.length;
    while (length < secret.length && text[at + length] === secret[length]) length += 1;
    shown += text.slice(from, at) + hidden;
    from = at + length;
  }
  return shown + text.slice(from);
}

/** A function that hides `secrets`, and what can be seen to be one, in any text; also inside JSON and URLs. */
export function redactor(secrets: readonly string[] = []): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET);
  const spellings = known.flatMap((secret) => spellingsOf(secret, MIN_SECRET));
  const cut = textReplacer(spellings, MIN_SECRET, HIDDEN);
  return (text) => PLACES.reduce((shown, [place, kept]) => shown.replace(place, kept), cut(text));
}
