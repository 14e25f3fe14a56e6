const EMAIL = /\S+@\S+/g;
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
  const tokens = text.replace(EMAIL, ' ').split(BETWEEN_TOKENS);
  return tokens.some((token) => isIdentifier(token.replace(/\.$/, '')));
}

function isIdentifier(token: string): boolean {
  if (LONG_NUMBER.test(token)) return true;
  if (token.length < 4 || !/\d/.test(token)) return false;
  return !PLAIN_NUMBER.test(token) && !WITH_UNIT.test(token);
}
