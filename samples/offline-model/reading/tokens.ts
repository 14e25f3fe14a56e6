import { numberWords } from '../language/english-words.js';
import { stem } from '../language/english-stem.js';

/** What a token is; `name` is an identifier with `_` or `.` inside (`sales.orders`, `order_date`). */
export type TokenKind =
  'word' | 'number' | 'quoted' | 'email' | 'uuid' | 'date' | 'name' | 'symbol' | 'mark';

/** One token of a sentence. `text` is without quotes; `start`/`end` are places in the sentence. */
export interface Token {
  kind: TokenKind;
  text: string;
  lower: string;
  stem: string;
  start: number;
  end: number;
  value?: number;
  unit?: 'money' | 'percent';
}

const PATTERNS: readonly [TokenKind, RegExp][] = [
  ['quoted', /["“”„«]([^"“”«»]{1,300})["“”»]/y],
  ['quoted', /(?<![\p{L}\p{N}])['‘`]([^'‘’`]{1,300})['’`](?![\p{L}\p{N}])/uy],
  ['email', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy],
  ['uuid', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?/y],
  ['number', /(?:[€$£]\s?)?-?\d+(?:[.,]\d+)*\s?(?:%|€|\$|£|[kKmM](?![\p{L}\p{N}]))?/uy],
  ['name', /\p{L}[\p{L}\p{N}]*(?:[._]\p{L}[\p{L}\p{N}]*)+/uy],
  ['word', /\p{L}[\p{L}\p{N}]*(?:['’-][\p{L}\p{N}]+)*/uy],
  ['symbol', />=|<=|!=|<>|==|=>|->|→|≥|≤|≠|[<>=&/#+]/y],
  ['mark', /[.,;:?!()\n]/y],
];

const PARTICLE = /^(de|del|della|den|der|di|da|du|la|le|ten|van|von|zu)$/;

/** Whether the word at a place is part of a name: a capital one, or "de" of "Pieter de Vries". */
export function isInName(tokens: readonly Token[], at: number): boolean {
  const isProper = (token?: Token) => token?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(token.text);
  const { lower } = tokens[at] ?? {};
  const isInside =
    PARTICLE.test(lower ?? '') && isProper(tokens[at - 1]) && isProper(tokens[at + 1]);
  return isProper(tokens[at]) || isInside;
}

/** Cuts a sentence into tokens; characters that mean nothing here are skipped. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const token = matchAt(text, position);
    if (token !== undefined) tokens.push(token);
    position = token?.end ?? position + 1;
  }
  return tokens;
}

function matchAt(text: string, position: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null || match[0].trim() === '') continue;
    const inner = (match[1] ?? match[0]).trim();
    return build(kind, inner, position, position + match[0].length);
  }
  return undefined;
}

function build(kind: TokenKind, text: string, start: number, end: number): Token {
  const lower = text.toLowerCase().replace(/’/g, "'");
  const token: Token = { kind, text, lower, stem: lower, start, end };
  if (kind === 'word') return withNumberWord({ ...token, stem: stem(lower) });
  if (kind === 'number') return { ...token, ...readNumber(text) };
  return token;
}

function withNumberWord(token: Token): Token {
  const value = numberWords[token.lower];
  return value === undefined ? token : { ...token, kind: 'number', value };
}

/** `5,000`, `5.000`, `1.5`, `€500`, `20%`, `5k` as a value and, where it shows one, a unit. */
export function readNumber(text: string): { value: number; unit?: 'money' | 'percent' } {
  const digits = text.replace(/[^\d.,-]/g, '');
  const plain = /^-?\d{1,3}([.,]\d{3})+$/.test(digits)
    ? digits.replace(/[.,]/g, '')
    : digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.');
  const factor = /k$/i.test(text) ? 1000 : /m$/i.test(text) ? 1_000_000 : 1;
  const value = Number(plain) * factor;
  if (/%/.test(text)) return { value, unit: 'percent' };
  return /[€$£]/.test(text) ? { value, unit: 'money' } : { value };
}
