import {
  follow,
  isNode,
  type DeclaredCall,
  type DeclaredParameter,
  type Node,
  propertiesOf,
} from './read-declared.js';

/** The request that a call means, from the texts of OpenAPI 3 and Swagger 2.0, and from nothing of the product. */

/** A request in a form in which two that mean the same are equal. */
export interface PlainRequest {
  method: string;
  /** Decoded. */
  segments: string[];
  /** Decoded names and values. */
  query: string[];
  headers: Record<string, string>;
  type?: string;
  /** JSON as a value, a form as decoded pairs, parts as `name; type; text`. */
  body?: unknown;
}

export type Values = ReadonlyMap<DeclaredParameter, unknown>;

interface ExpectedOptions {
  root: Node;
  call: DeclaredCall;
  values: Values;
  /** Of several media types any may be sent: the one that was. */
  type: string | undefined;
  body: unknown;
}

export function expectedRequest(options: ExpectedOptions): PlainRequest {
  const { call, values, type, body } = options;
  const [whole = ''] = call.key.split('#');
  const [template = '', fixed] = whole.split('?');
  const of = (place: string): [DeclaredParameter, unknown][] =>
    [...values].filter(([parameter]) => parameter.place === place);
  const path = of('path').reduce(
    (text, [parameter, value]) =>
      text.replaceAll(`{${parameter.name}}`, () => pathPart(parameter, value, call.isSwagger)),
    template,
  );
  const query = of('query').map(([parameter, value]) =>
    queryPart(parameter, value, call.isSwagger),
  );
  const headers = of('header').map(([parameter, value]) => [
    parameter.name.toLowerCase(),
    headerText(parameter, value, call.isSwagger),
  ]);
  return {
    method: call.method,
    segments: path.split('/').map(decodeURIComponent),
    query: decodedPairs([fixed, ...query].filter(Boolean).join('&')),
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(type !== undefined && { type, body: bodyOf(options, type, body) }),
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

export function decodedPairs(text: string): string[] {
  if (text === '') return [];
  return text.split('&').map((pair) => decodeURIComponent(pair.replaceAll('+', ' ')));
}

const SEPARATORS: Record<string, string> = { csv: ',', ssv: ' ', tsv: '\t', pipes: '|' };

function joinedList({ node }: DeclaredParameter, value: unknown, encode: Encode): string {
  const separator = SEPARATORS[textOr(node['collectionFormat'], 'csv')] ?? ',';
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return items
    .map((item) => encode(plainText(item)))
    .join(separator === ',' ? ',' : encode(separator));
}

function mediaTypeIn(node: Node): string | undefined {
  return isNode(node['content']) ? Object.keys(node['content'])[0] : undefined;
}

function contentText(type: string, value: unknown): string {
  return type.includes('json') ? JSON.stringify(value) : plainText(value);
}

function pathPart(parameter: DeclaredParameter, value: unknown, isSwagger: boolean): string {
  const { node, name } = parameter;
  if (isSwagger) return joinedList(parameter, value, encodeUnreserved);
  const type = mediaTypeIn(node);
  if (type !== undefined) return encodeUnreserved(contentText(type, value));
  const { style = 'simple' } = node;
  const known = style === 'label' || style === 'matrix' ? style : 'simple';
  return expand(known, node['explode'] === true, name, value, encodeUnreserved);
}

function headerText(parameter: DeclaredParameter, value: unknown, isSwagger: boolean): string {
  const { node, name } = parameter;
  const asIs: Encode = (text) => text;
  if (isSwagger) return joinedList(parameter, value, asIs);
  const type = mediaTypeIn(node);
  if (type !== undefined) return contentText(type, value);
  return expand('simple', node['explode'] === true, name, value, asIs);
}

function queryPart(parameter: DeclaredParameter, value: unknown, isSwagger: boolean): string {
  const { node, name } = parameter;
  const isMulti = node['collectionFormat'] === 'multi';
  if (isSwagger && Array.isArray(value) && !isMulti)
    return `${encodeUnreserved(name)}=${joinedList(parameter, value, encodeUnreserved)}`;
  const type = mediaTypeIn(node);
  if (type !== undefined)
    return `${encodeUnreserved(name)}=${encodeUnreserved(contentText(type, value))}`;
  return styledPair(node, name, value);
}

/** The styles of a query, which are those of a form too. */
function styledPair(node: Node, name: string, value: unknown): string {
  const style = textOr(node['style'], 'form');
  const explode = (node['explode'] ?? style === 'form') === true;
  if (style === 'deepObject' && typeof value === 'object')
    return bracketed(name, value)
      .map(([key, text]) => `${encodeUnreserved(key)}=${encodeUnreserved(text)}`)
      .join('&');
  if (!explode && Array.isArray(value) && style !== 'form') {
    const separator = style === 'pipeDelimited' ? '%7C' : '%20';
    return `${name}=${value.map((item) => encodeUnreserved(plainText(item))).join(separator)}`;
  }
  return expand('form', explode, name, value, encodeUnreserved);
}

/** The specification stops at one level: deeper ones as servers that read brackets want them. */
function bracketed(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, plainText(value)]];
  return Object.entries(value).flatMap(([key, one]) => bracketed(`${name}[${key}]`, one));
}

function bodyOf({ root, call, values }: ExpectedOptions, type: string, body: unknown): unknown {
  const plain = type.split(';')[0] ?? '';
  const media = call.content[type] ?? {};
  if (call.fields.length > 0) return swaggerForm(call, values, plain);
  if (plain === 'application/x-www-form-urlencoded')
    return decodedPairs(formPairs(media, body).filter(Boolean).join('&'));
  if (plain === 'multipart/form-data') return parts(root, media, body);
  if (plain.endsWith('ndjson'))
    return (body as unknown[]).map((item) => JSON.stringify(item) + '\n').join('');
  return plain.endsWith('json') || plain.includes('*') ? body : plainText(body);
}

function encodingOf(media: Node, name: string): Node {
  const encoding = isNode(media['encoding']) ? media['encoding'] : {};
  return isNode(encoding[name]) ? encoding[name] : {};
}

function isStyled({ style, explode, allowReserved }: Node): boolean {
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

function formPairs(media: Node, body: unknown): string[] {
  return Object.entries(body as Node).map(([name, value]) => {
    const encoding = encodingOf(media, name);
    if (isStyled(encoding)) return styledPair(encoding, name, value);
    const isJson = textOr(encoding['contentType'], '').includes('json') || isNode(value);
    if (isJson && typeof value !== 'string')
      return `${encodeUnreserved(name)}=${encodeUnreserved(JSON.stringify(value))}`;
    return styledPair({}, name, value);
  });
}

function swaggerForm(call: DeclaredCall, values: Values, type: string): string[] {
  const given = call.fields.filter((field) => values.has(field));
  if (type !== 'multipart/form-data')
    return given.flatMap((field) => decodedPairs(queryPart(field, values.get(field), true)));
  return given
    .flatMap((field) => {
      const value = values.get(field);
      if (field.node['type'] === 'file') return [`${field.name}; file; ${String(value)}`];
      const texts =
        Array.isArray(value) && field.node['collectionFormat'] === 'multi'
          ? value.map(plainText)
          : [joinedList(field, value, (text) => text)];
      return texts.map((text) => `${field.name}; ; ${text}`);
    })
    .sort();
}

function isFile(root: Node, declared: unknown): boolean {
  const schema = follow(root, declared);
  return schema['format'] === 'binary';
}

/** RFC 7578, with the content types of the Encoding Object's table. */
function parts(root: Node, media: Node, body: unknown): string[] {
  const properties = propertiesOf(root, media['schema']);
  return Object.entries(body as Node)
    .flatMap(([name, value]) => {
      const property = follow(root, properties[name]);
      const isFiles = isFile(root, property) || isFile(root, property['items']);
      const items = Array.isArray(value) ? (value as unknown[]) : [value];
      if (isFiles) return items.map((item) => `${name}; file; ${String(item)}`);
      const encoding = encodingOf(media, name);
      if (isStyled(encoding))
        return decodedPairs(styledPair(encoding, name, value)).map((pair) => {
          const at = pair.indexOf('=');
          return `${pair.slice(0, at)}; ; ${pair.slice(at + 1)}`;
        });
      const { contentType } = encoding;
      if (typeof contentType === 'string' && contentType.includes('json'))
        return [`${name}; ${contentType}; ${plainText(value)}`];
      return items.map((item) => {
        const type =
          typeof contentType === 'string' ? contentType : isNode(item) ? 'application/json' : '';
        return `${name}; ${type}; ${plainText(item)}`;
      });
    })
    .sort();
}

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

type Expansion = keyof typeof OPERATORS;
type Encode = (text: string) => string;

/** Everything but unreserved signs becomes a triplet. */
const encodeUnreserved: Encode = (text) =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      if (/[A-Za-z0-9\-._~]/.test(sign)) return sign;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** A value that is no list and no map, as text: composite ones in it are outside of the RFC. */
function plainText(value: unknown): string {
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
