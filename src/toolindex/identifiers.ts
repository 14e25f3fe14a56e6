const BLANKS = /\s+/;
const BETWEEN_TOKENS = /[\s,;:"'()?!]+/;
/** Amounts, dates and times: digits and signs only. */
const PLAIN_NUMBER = /^[\d.,:/%$€-]+$/;
/** "7am", "21st", "5km": a number with its unit. */
const WITH_UNIT = /^\$?\d+[a-z]{1,3}$/i;
const LONG_NUMBER = /^#?\d{6,}$/;

/**
 * True when a text seems to name a thing by its identifier ("#W1539823", "H9ZU1C", "user_42",
 * "90123456"), so that nothing has to be looked up; dates, amounts and email addresses do not count.
 */
export function hasIdentifier(text: string): boolean {
  return text.split(BLANKS).some((word) => !isAddress(word) && namesThing(word));
}

/** An '@' inside the word: scanned, as an expression that looks for it costs the square of the word. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && at < word.length - 1;
}

function namesThing(word: string): boolean {
  return word.split(BETWEEN_TOKENS).some((token) => isIdentifier(token.replace(/\.$/, '')));
}

function isIdentifier(token: string): boolean {
  if (LONG_NUMBER.test(token)) return true;
  if (token.length < 4 || !/\d/.test(token)) return false;
  return !PLAIN_NUMBER.test(token) && !WITH_UNIT.test(token);
}
