import type { Question } from './question-form.js';

/** What nobody should type into a form of a chat: these are found inside of other words too. */
const INSIDE = [
  ...['password', 'passphrase', 'passcode', 'passwort', 'kennwort', 'credential', 'mnemonic'],
  ...['contraseña', 'contrasena', 'geheimnis', 'accesskey', 'privatekey', 'secretkey', 'apikey'],
  ...['accesstoken', 'authtoken', 'refreshtoken', 'bearertoken', 'sessiontoken', 'apitoken'],
];
/** These are words of their own, or two that stand side by side: "credit card". */
const WORDS: ReadonlySet<string> = new Set([
  ...['secret', 'secrets', 'passwd', 'pwd', 'motdepasse', 'senha', 'seedphrase', 'recoveryphrase'],
  ...['creditcard', 'cardnumber', 'socialsecurity', 'securitycode', 'verificationcode', 'onetime'],
]);
/** Too short or too common for a sentence: only as the name of a field. */
const FIELD_WORDS: ReadonlySet<string> = new Set([
  ...['pin', 'otp', 'tan', 'cvv', 'cvc', 'ssn', 'token', 'totp', 'mfa'],
]);

const SEPARATORS = /[^\p{L}]+/u;
const CAMEL = /(\p{Ll})(\p{Lu})/gu;

/**
 * True for a form that asks for a secret, by its words. A server has to ask for those at an address of its
 * own, where neither this server nor the model sees them.
 */
export function asksForSecret(question: Question): boolean {
  if (question.mode !== 'form') return false;
  const names = question.fields.flatMap(({ name, title }) => [name, title]);
  const texts = question.fields.flatMap(({ description = '' }) => description);
  return (
    [question.message, ...texts, ...names].some((text) => namesSecret(wordsIn(text))) ||
    names.some((name) => wordsIn(name).some((word) => FIELD_WORDS.has(word)))
  );
}

function wordsIn(text: string): string[] {
  return text.replace(CAMEL, '$1 $2').toLowerCase().split(SEPARATORS);
}

function namesSecret(words: readonly string[]): boolean {
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const all = [...words, ...pairs];
  return all.some((word) => WORDS.has(word) || INSIDE.some((secret) => word.includes(secret)));
}
