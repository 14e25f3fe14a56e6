import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { escapeHtml } from './text.js';
import { parseUrl, percentDecoded } from './parse-url.js';
import type { Environment } from './settings-reader.js';

const HIDDEN = '[redacted]';

/** Shorter ones stand in ordinary words, and hiding them would hide the log. */
const MIN_SECRET = 6;

/** Secrets that are known by where they stand, each with what is kept of the place. */
const PLACES: readonly [RegExp, string][] = [
  // `Authorization: Bearer x`, in a header's text or as JSON.
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, `$1$2${HIDDEN}`],
  // A user's password in an address: everything from the colon to the last @ before the path. Of the
  // scheme only the end is looked at, as a search for its beginning is not linear.
  [/([a-z\d+.-]:\/\/[^\s/?#:@"']*:)[^\s/?#"']+@/gi, `$1${HIDDEN}@`],
  [
    /([?&](?:key|api_?key|token|access_token|password|secret|sig|signature)=)[^&\s"'#]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** From so many characters on the beginning of a secret is hidden too. */
const MIN_BEGINNING = 8;

/** Hides `secrets` in a text, and beginnings of each: a message may be cut through the key. */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets.filter((secret) => secret !== '');
  return (text) => hidden.reduce((shown, secret) => hideSecret(shown, secret), text);
}

function hideSecret(text: string, secret: string): string {
  const beginning = secret.slice(0, MIN_BEGINNING);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, from)) {
    let length = beginning.length;
    while (length < secret.length && text[at + length] === secret[length]) length += 1;
    shown += `${text.slice(from, at)}[hidden]`;
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

/** Names of variables that hold a secret, or a list of them. */
const SECRET_NAME = /(KEY|SECRET|TOKENS?|PASSWORD|HEADERS)$/;

/** The secrets in the settings, told by name, so that no new one is forgotten, and passwords in addresses. */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? '';
    if (text === '') return [];
    return [...passwordIn(text), ...(SECRET_NAME.test(name) ? [text, ...piecesOf(text)] : [])];
  });
}

function piecesOf(text: string): string[] {
  return text.split(',').flatMap((part) => {
    const value = /^[^:=]*[:=](.+)$/s.exec(part.trim())?.[1];
    return value === undefined ? [] : [value];
  });
}

function passwordIn(text: string): string[] {
  const password = parseUrl(text)?.password ?? '';
  return password === '' ? [] : [password, percentDecoded(password)];
}

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

type Escape = (text: string) => string;

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1);

/** Some libraries write these characters as `\u002b`, others as `\u002B`. */
function coded(characters: RegExp, inCase: (code: string) => string = (code) => code): Escape {
  const code = (found: string): string =>
    `\\u${inCase((found.codePointAt(found.length - 1) ?? 0).toString(16).padStart(4, '0'))}`;
  return (text) => inJson(text).replace(characters, code);
}

/** How a text is written inside others: JSON of one library or another, addresses, forms and HTML. */
const ESCAPES: readonly Escape[] = [
  (text) => text,
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  coded(/[^ -~]/g),
  coded(/[<>&]/g),
  coded(/[<>&=']/g),
  coded(/\\"|[^ -~]|[<>&'+`]/g, (code) => code.toUpperCase()),
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
  escapeHtml,
];

const PLAIN = /^[\w.-]*$/;

/** All texts of `least` characters or more as which somebody may repeat a secret; also in JSON that is a text of JSON. */
function spellingsOf(secret: string, least: number): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((at) => insideBase64(bytes, at));
  const inAddresses = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const forms = [bytes.toString(), bytes.toString('latin1'), hex, hex.toUpperCase()];
  const escaped = [...new Set([...forms, ...base64, ...inAddresses])]
    .filter((text) => text.length >= least)
    .flatMap((text) => (PLAIN.test(text) ? [text] : ESCAPES.map((escape) => escape(text))));
  return [...new Set(escaped.flatMap((text) => [text, inJson(text)]))];
}

/** What stays the same of a text's base64 where it stands behind `at` bytes more, whatever follows it. */
function insideBase64(bytes: Buffer, at: number): string {
  const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64');
  const whole = Math.floor(((at + bytes.length) * 8) / 6);
  return text.slice(Math.ceil((at * 8) / 6), whole);
}

/** How many places that only begin like a sought text are looked at closely; a text with more means harm. */
const MAX_NEAR_MISSES = 2_000;
const KEYS = 65_536;

/** Puts `hidden` for each of `sought`, at least `window` long, in one pass (Wu and Manber). */
export function textReplacer(
  sought: Iterable<string>,
  window: number,
  hidden: string,
): (text: string) => string {
  const { jumps, byKey } = tablesOf(sought, window);
  if (byKey.size === 0) return (text) => text;
  return (text) => {
    let [shown, from, misses] = ['', 0, 0];
    for (let at = window - 1; at < text.length;) {
      const key = keyAt(text, at);
      const jump = jumps[key] ?? 0;
      const start = at - window + 1;
      let found = 0;
      for (const one of jump > 0 ? [] : (byKey.get(key) ?? [])) {
        const length = agreeing(text, start, one);
        if (length >= window && length < one.length) misses += 1;
        if (length === one.length || (length >= window && misses > MAX_NEAR_MISSES)) found = length;
        if (found > 0) break;
      }
      if (found > 0) {
        shown += text.slice(from, start) + hidden;
        from = start + found;
        at = from + window - 1;
      } else at += Math.max(jump, 1);
    }
    return from === 0 ? text : shown + text.slice(from);
  };
}

/** How far two characters let the search go on, and by the two at the window's end what may stand there. */
function tablesOf(sought: Iterable<string>, window: number) {
  const jumps = new Uint8Array(KEYS).fill(window - 1);
  const byKey = new Map<number, string[]>();
  // The longest first: one may begin another.
  for (const one of [...new Set(sought)].sort((a, b) => b.length - a.length)) {
    for (let at = 1; at < window; at += 1) {
      const key = keyAt(one, at);
      jumps[key] = Math.min(jumps[key] ?? 0, window - 1 - at);
    }
    const key = keyAt(one, window - 1);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return { jumps, byKey };
}

function keyAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)) % KEYS;
}

function agreeing(text: string, start: number, one: string): number {
  let length = 0;
  while (length < one.length && text.charCodeAt(start + length) === one.charCodeAt(length))
    length += 1;
  return length;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts for storage (AES-256-GCM), each for one place only. */
export class Sealer {
  private readonly key: Buffer;

  /** `purpose` keeps what one part sealed from being opened by another with the same secret. */
  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  /** `place` is not stored, and has to be named again to open it: a copy elsewhere is of no use. */
  seal(text: string, place: readonly string[]): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv).setAAD(aad(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Undefined for what was sealed with another key, for another place, or was altered. */
  open(sealed: string, place: readonly string[]): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(aad(place)).setAuthTag(tag);
    try {
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

function aad(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place));
}
