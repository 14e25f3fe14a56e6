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
  (text) => text.replace(/[&"'<>]/g, (found) => ENTITIES[found] ?? found),
];

/** What nobody escapes. */
const PLAIN = /^[\w.-]*$/;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' },
};

/** All texts of `least` characters or more as which somebody may repeat a secret; also in JSON that is a text of JSON. */
export function spellingsOf(secret: string, least: number): string[] {
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
