/** The expansion of one expression by RFC 6570, section 3.2.1, and the styles of OpenAPI that it does not know. */

interface Operator {
  first: string;
  separator: string;
  isNamed: boolean;
  /** What stands behind the name of an empty value. */
  ifEmpty: string;
}

const OPERATORS = {
  simple: { first: '', separator: ',', isNamed: false, ifEmpty: '' },
  label: { first: '.', separator: '.', isNamed: false, ifEmpty: '' },
  matrix: { first: ';', separator: ';', isNamed: true, ifEmpty: '' },
  form: { first: '', separator: '&', isNamed: true, ifEmpty: '=' },
} as const satisfies Record<string, Operator>;

export type Expansion = keyof typeof OPERATORS;
export type Encode = (text: string) => string;

/** Everything but unreserved signs becomes a triplet. */
export const encodeUnreserved: Encode = (text) =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      if (/[A-Za-z0-9\-._~]/.test(sign)) return sign;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** A value that is no list and no map, as text: composite ones in it are outside of the RFC. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `{name}` or, exploded, `{name*}`, with the operator of the style. */
export function expand(
  style: Expansion,
  explode: boolean,
  name: string,
  value: unknown,
  encode: Encode,
): string {
  const { first, separator, isNamed, ifEmpty } = OPERATORS[style];
  const prefix = isNamed ? encode(name) : '';
  const named = (text: string): string => {
    if (!isNamed) return text;
    return text === '' ? `${prefix}${ifEmpty}` : `${prefix}=${text}`;
  };
  const items = Array.isArray(value) ? value.filter((item) => item !== null) : undefined;
  if (items !== undefined) {
    if (items.length === 0) return '';
    const texts = items.map((item) => encode(plainText(item)));
    return first + (explode ? texts.map(named).join(separator) : named(texts.join(',')));
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== null);
    if (members.length === 0) return '';
    const texts = members.map(([key, member]) => [encode(key), encode(plainText(member))] as const);
    return (
      first +
      (explode
        ? texts.map(([key, member]) => `${key}=${member}`).join(separator)
        : named(texts.flat().join(',')))
    );
  }
  return first + named(encode(plainText(value)));
}
