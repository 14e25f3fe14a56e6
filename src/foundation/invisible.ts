import { isObject } from './json.js';
import { writeJson } from './exact-json.js';

/** Scripts in which a joiner (ZWNJ, ZWJ) between letters changes how they are written, as Persian or Hindi. */
const JOINING = [
  'Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati',
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer',
]
  .flatMap((scripts) => scripts.split(' '))
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * Invisible characters with a visible effect, each at the one place where it has it: a joiner between
 * letters of a joining script or between emoji, the presentation selector after an emoji or a keycap, and
 * the tags of the three flags there are (England, Scotland, Wales).
 */
const MEANT = [
  `(?<=(?!\\p{DI})[${JOINING}])[\\u200c\\u200d](?=(?!\\p{DI})[${JOINING}])`,
  '(?<=\\p{ExtPict}\\ufe0f?\\p{EMod}?)\\u200d(?=\\p{ExtPict})',
  '(?<=[\\p{ExtPict}0-9#*])[\\ufe0e\\ufe0f]',
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
].join('|');

/**
 * What shows nothing by itself and can hide a message from people or turn text around: default-ignorable
 * characters (zero width, bidi controls, tags, variation selectors, soft hyphen, byte order mark…),
 * annotation marks, and control characters other than tab and line break.
 */
const HIDDEN = '[\\p{DI}\\ufff9-\\ufffb]|(?!\\r\\n)(?![\\n\\t])\\p{Cc}';

const pattern = () => new RegExp(`(?<meant>${MEANT})|(?:${HIDDEN})`, 'gu');

/** Text that has none of them, which is nearly all, is known at once. */
const SUSPICIOUS = /[\p{DI}\p{Cc}\ufff9-\ufffb]/u;

/** The text without invisible characters, for people the same. Idempotent; a JSON text stays valid. */
export function visibleText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text.replace(pattern(), (found, meant: string | undefined) => (meant ? found : ''));
}

/** The text with each invisible character by its name, as `[U+202E]`: for people who have to see that it is there. */
export function namedText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text.replace(pattern(), (found, meant?: string) => (meant ? found : `[${named(found)}]`));
}

/** The value as compact JSON whose texts and keys are {@link visibleText}; `prepare` sees each part first. */
export function visibleJson(
  value: unknown,
  prepare: (part: unknown) => unknown = (part) => part,
): string {
  const visible = (_key: string, part: unknown) =>
    typeof part === 'string' ? visibleText(part) : prepare(part);
  // Value by value, as JSON escapes control characters; then once more for the keys.
  return visibleText(writeJson(value ?? null, visible));
}

export interface InvisibleCharacters {
  /** Where the text is, as `actions[0].name`; those of its key count too. */
  path: string;
  codepoints: string[];
}

/** More places than a person can look at; the rest is left out. */
const MAX_PLACES = 100;

/** Where a JSON value has what {@link visibleText} takes away, in texts and in keys. */
export function invisibleCharacters(value: unknown): InvisibleCharacters[] {
  const found: InvisibleCharacters[] = [];
  // A list instead of recursion: the value may be as deep as anybody likes.
  const open: TextPosition[] = [{ path: '', item: value }];
  for (let next = open.pop(); next && found.length < MAX_PLACES; next = open.pop()) {
    const { path, item, key = '' } = next;
    const codepoints = codepointsIn(typeof item === 'string' ? key + item : key);
    if (codepoints.length > 0) found.push({ path, codepoints });
    // One by one: spreading a long list as arguments would exhaust the stack.
    for (const place of placesIn(next).reverse()) open.push(place);
  }
  return found;
}

interface TextPosition {
  path: string;
  item: unknown;
  key?: string;
}

function placesIn({ path, item }: TextPosition): TextPosition[] {
  if (!isObject(item) && !Array.isArray(item)) return [];
  if (Array.isArray(item))
    return item.map((inner: unknown, at) => ({ path: `${path}[${at}]`, item: inner }));
  return Object.entries(item).map(([key, inner]: [string, unknown]) => {
    const name = visibleText(key);
    return { path: path === '' ? name : `${path}.${name}`, item: inner, key };
  });
}

function codepointsIn(text: string): string[] {
  if (!SUSPICIOUS.test(text)) return [];
  const hidden = [...text.matchAll(pattern())].filter((match) => !match.groups?.['meant']);
  return [...new Set(hidden.map(([character]) => named(character)))];
}

function named(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}
