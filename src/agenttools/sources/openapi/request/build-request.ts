import { defined } from '../../../../foundation/defined.js';
import { invalidArguments } from '../../../../foundation/errors.js';
import { type JsonObject, asObject } from '../../../../foundation/json.js';
import { BODY_ARGUMENT } from '../naming/tool-names.js';
import type { PropertyAliases } from '../../../../foundation/argument-names.js';
import { kindOfType } from '../document/media-type.js';
import { namesInBraces, readPathKey } from '../document/path-key.js';
import type { Operation, OperationBody, OperationParameter } from '../operation.js';
import * as text from './serialize-parameter.js';

/** A request below a base URL: everything in it is encoded, nothing in it names a host or a credential. */
export interface HttpRequest {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body?: HttpBody;
}

/** A body as it is sent, and as the value that people and models read. */
export interface HttpBody {
  contentType: string;
  /** Empty where files are sent: it is written once they are read. */
  text: string;
  value: unknown;
  /** Ids of the user's documents whose files are sent, by field of a form; not part of `value`. */
  files?: Readonly<Record<string, readonly string[]>>;
}

/** Rejects with `invalid_arguments` an empty path parameter, or one that would climb to another path. */
export function buildRequest(
  operation: Pick<Operation, 'method' | 'pathTemplate' | 'parameters' | 'body'>,
  input: JsonObject,
  aliases: PropertyAliases,
): HttpRequest {
  const given = operation.parameters.filter(
    ({ argument }) => Object.hasOwn(input, argument) && text.isThere(input[argument]),
  );
  const valueOf = ({ argument }: OperationParameter): unknown => aliases.undo(input[argument]);
  const of = (place: OperationParameter['place']): OperationParameter[] =>
    given.filter((parameter) => parameter.place === place);
  const texts = pathTexts(of('path'), valueOf);
  const { path, query: fixed } = readPathKey(operation.pathTemplate);
  const headers = of('header').flatMap((parameter) => headerPair(parameter, valueOf(parameter)));
  const { body: shape } = operation;
  const written = aliases.undo(input[BODY_ARGUMENT]);
  // Null is a JSON value too: only where no body is given, one of credentials alone is made.
  const value = written === undefined ? shape?.credentials && {} : written;
  const body = shape !== undefined && value !== undefined ? bodyOf(shape, value) : undefined;
  return {
    method: operation.method,
    path: pathOf(path, texts),
    query: [
      // What names a parameter of the query is that parameter's to send.
      ...fixed
        .filter((pair) => namesInBraces(pair).every((name) => texts.has(name)))
        .map((pair) => filled(pair, 'query', texts)),
      text.joinPairs(of('query').flatMap((one) => text.queryPairs(one, valueOf(one)))),
      ...of('querystring').map((parameter) => wholeQuery(parameter, valueOf(parameter))),
    ]
      .filter((part) => part !== '')
      .join('&'),
    headers: Object.fromEntries(headers),
    ...defined({ body }),
  };
}

type Texts = ReadonlyMap<string, string>;

function pathTexts(
  parameters: readonly OperationParameter[],
  valueOf: (parameter: OperationParameter) => unknown,
): Texts {
  return new Map(
    parameters.map((parameter) => {
      const value = valueOf(parameter);
      if (value === '' || (Array.isArray(value) && value.length === 0))
        throw invalidArguments(`"${parameter.argument}" stands in the path and must not be empty.`);
      return [parameter.name, text.pathText(parameter, value, text.encodeValue)];
    }),
  );
}

function pathOf(template: string, texts: Texts): string {
  const segments = template.split('/').map((segment) => filled(segment, 'path', texts));
  const dots = 'A path parameter must not be "." or "..": it would lead to another path.';
  if (segments.some((segment) => segment === '.' || segment === '..')) throw invalidArguments(dots);
  return segments.join('/');
}

function filled(template: string, place: 'path' | 'query', texts: Texts): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part, at) =>
      at % 2 === 1 ? (texts.get(part.slice(1, -1)) ?? '') : text.encodeFixed(part, place),
    )
    .join('');
}

function wholeQuery({ content = 'text/plain' }: OperationParameter, value: unknown): string {
  const whole = text.contentText(content, value);
  return kindOfType(content) === 'form' ? whole : text.encodeValue(whole);
}

function headerPair(parameter: OperationParameter, value: unknown): [string, string][] {
  const isJson = parameter.content !== undefined && kindOfType(parameter.content) === 'json';
  const sent = text.pathText(parameter, value, isJson ? asciiJson : (plain) => plain);
  if (sent === '' && value !== '') return [];
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(sent)) return [[parameter.name, sent]];
  throw invalidArguments(
    `"${parameter.argument}" is sent as a header, which takes one line of Latin letters only.`,
  );
}

/** JSON can state in ASCII what a header cannot carry. */
function asciiJson(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function bodyOf(shape: OperationBody, value: unknown): HttpBody {
  const { mediaType: contentType, kind, encodings = {} } = shape;
  switch (kind) {
    case 'json':
    case 'lines':
      return { contentType, text: text.contentText(contentType, value), value };
    case 'text':
      return { contentType, text: text.scalarText(value), value };
    case 'form':
      return { contentType, text: text.formText(encodings, asObject(value)), value };
    case 'multipart':
      return multipartBody(shape, value);
    case 'file': {
      const files = { [BODY_ARGUMENT]: [String(value)] };
      return { contentType, text: '', value: undefined, files };
    }
  }
}

function multipartBody(
  { mediaType: contentType, files = {} }: OperationBody,
  value: unknown,
): HttpBody {
  const given = Object.entries(asObject(value)).filter(([, one]) => text.isThere(one));
  const ids = given
    .filter(([name]) => Object.hasOwn(files, name))
    .map(([name, one]) => [name, (Array.isArray(one) ? one : [one]).map(String)] as const);
  const texts = given.filter(([name]) => !Object.hasOwn(files, name));
  const written = Object.fromEntries(texts);
  return { contentType, text: '', value: written, files: Object.fromEntries(ids) };
}
