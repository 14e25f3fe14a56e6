import { HIDDEN } from './redact.js';
import { spellingsOf } from './secret-spellings.js';
import { textReplacer } from './text-replacer.js';

/** Shorter ones are names or stand in ordinary words: such as hold digits and letters are neither from the second on. */
const MIN_WORDS = 12;
const MIN_MIXED = 8;

/** The secrets of this server, to be cut out of what others answer. */
export class KnownSecrets {
  private readonly known = new Set<string>();
  private cutKnown = (text: string): string => text;

  constructor(values: readonly string[] = []) {
    this.add(values);
  }

  /** Values of headers, queries, cookies and variables. */
  add(values: readonly string[]): void {
    const before = this.known.size;
    for (const spelling of spellingsIn(values)) this.known.add(spelling);
    if (this.known.size > before) this.cutKnown = textReplacer(this.known, MIN_MIXED, HIDDEN);
  }

  /** A function that cuts these and those of `own` out of a text, however they are spelled in it. */
  cutter(own: readonly string[]): (text: string) => string {
    const cutOwn = textReplacer(spellingsIn(own), MIN_MIXED, HIDDEN);
    return (text) => this.cutKnown(cutOwn(text));
  }
}

function spellingsIn(values: readonly string[]): string[] {
  const parts = new Set(values.flatMap(partsOf).filter(isTelling));
  return [...parts].flatMap((one) => spellingsOf(one, MIN_MIXED));
}

function isTelling(secret: string): boolean {
  const isMixed = /\d/.test(secret) && /[a-z]/i.test(secret);
  return secret.length >= (isMixed ? MIN_MIXED : MIN_WORDS);
}

const SCHEME = /^(basic|bearer|token|api-?key) +/i;

/** A value without the scheme of an `Authorization`; of `Basic` also what it encodes, and the password in it. */
function partsOf(value: string): string[] {
  const [scheme = ''] = SCHEME.exec(value) ?? [];
  const secret = value.slice(scheme.length).trim();
  if (!/^basic/i.test(scheme)) return [secret];
  const pair = Buffer.from(secret, 'base64').toString();
  return [secret, pair, pair.slice(pair.indexOf(':') + 1)];
}
