import { writeJson } from '../../../../foundation/exact-json.js';
import { defined } from '../../../../foundation/defined.js';
import { AppError } from '../../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { BODY_ARGUMENT } from '../naming/name-arguments.js';
import type { PropertyAliases } from '../../../../foundation/argument-names.js';
import type { Operation, OperationBody, OperationParameter } from '../operation.js';
import { encodeValue, scalarText } from './encode.js';
import { pathText, queryPairs, type EncodedPair } from './serialize-parameter.js';

/** A request below a base URL: everything in it is encoded, nothing in it names a host or a credential. */
export interface HttpRequest {
  method: string;
  /** Begins with a slash. */
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
  headers: Readonly<Record<string, string>>;
  body?: HttpBody;
}

/** A body as it is sent, and as the value that people and models read. */
export interface HttpBody {
  contentType: string;
  /** Of a multipart form empty: it is written once its files are read. */
  text: string;
  value: unknown;
  /** Ids of the user's documents whose files a multipart form takes, by field; not part of `value`. */
  files?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The request that checked arguments mean. Rejects with `invalid_arguments` what the schema cannot tell: an
 * empty path parameter, or one that would climb to another path.
 */
export function buildRequest(
  operation: Pick<Operation, 'method' | 'pathTemplate' | 'parameters' | 'body'>,
  input: JsonObject,
  aliases: PropertyAliases,
): HttpRequest {
  const given = operation.parameters.filter(
    ({ argument }) => Object.hasOwn(input, argument) && isGiven(input[argument]),
  );
  const valueOf = ({ argument }: OperationParameter): unknown => aliases.undo(input[argument]);
  const of = (place: OperationParameter['place']): OperationParameter[] =>
    given.filter((parameter) => parameter.place === place);
  const headers = Object.fromEntries(
    of('header').map((parameter) => [parameter.name, headerText(parameter, valueOf(parameter))]),
  );
  const { body: shape } = operation;
  const value = aliases.undo(input[BODY_ARGUMENT]);
  const body = shape !== undefined && value !== undefined ? bodyOf(shape, value) : undefined;
  return {
    method: operation.method,
    path: pathOf(operation.pathTemplate, of('path'), valueOf),
    query: joined(of('query').flatMap((parameter) => queryPairs(parameter, valueOf(parameter)))),
    headers,
    ...defined({ body }),
  };
}

/** A parameter that is null is one left out: no style can write it. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function pathOf(
  template: string,
  parameters: readonly OperationParameter[],
  valueOf: (parameter: OperationParameter) => unknown,
): string {
  const texts = new Map(
    parameters.map((parameter) => [
      parameter.name,
      pathText(parameter, nonEmpty(parameter, valueOf(parameter)), encodeValue),
    ]),
  );
  const segments = template.split('/').map((segment) => filled(segment, texts));
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new AppError(
      'invalid_arguments',
      'A path parameter must not be "." or "..": it would lead to another path.',
    );
  }
  return segments.join('/');
}

/** The fixed text of a template is encoded as a whole; what documents have encoded already stays so. */
function filled(segment: string, texts: ReadonlyMap<string, string>): string {
  return segment
    .split(/(\{[^{}]*\})/)
    .map((part) =>
      part.startsWith('{') ? (texts.get(part.slice(1, -1)) ?? '') : encodeFixed(part),
    )
    .join('');
}

function encodeFixed(text: string): string {
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part) =>
      /^%[0-9A-Fa-f]{2}$/.test(part) ? part : encodeValue(part, true).replaceAll('?', '%3F'),
    )
    .join('');
}

function nonEmpty({ argument }: OperationParameter, value: unknown): unknown {
  if (value !== '' && !(Array.isArray(value) && value.length === 0)) return value;
  throw new AppError(
    'invalid_arguments',
    `"${argument}" stands in the path and must not be empty.`,
  );
}

function headerText(parameter: OperationParameter, value: unknown): string {
  const text = pathText(parameter, value, (one) => one);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new AppError(
    'invalid_arguments',
    `"${parameter.argument}" is sent as a header, which takes one line of Latin letters only.`,
  );
}

function bodyOf(shape: OperationBody, value: unknown): HttpBody {
  const { mediaType: contentType, kind } = shape;
  if (kind === 'json') return { contentType, text: writeJson(value), value };
  if (kind === 'text') return { contentType, text: scalarText(value), value };
  if (kind === 'multipart') return multipartBody(shape, value);
  return { contentType, text: formText(shape, value), value };
}

function multipartBody(
  { mediaType: contentType, files = {} }: OperationBody,
  value: unknown,
): HttpBody {
  const given = Object.entries(isObject(value) ? value : {}).filter(([, one]) => isGiven(one));
  const ids = given
    .filter(([name]) => Object.hasOwn(files, name))
    .map(([name, one]) => [name, (Array.isArray(one) ? one : [one]).map(String)] as const);
  const texts = given.filter(([name]) => !Object.hasOwn(files, name));
  return {
    contentType,
    text: '',
    value: Object.fromEntries(texts),
    files: Object.fromEntries(ids),
  };
}

function formText({ encodings = {} }: OperationBody, value: unknown): string {
  const fields = Object.entries(isObject(value) ? value : {}).filter(([, one]) => isGiven(one));
  return joined(
    fields.flatMap(([name, one]) => {
      const styled = encodings[name];
      if (styled !== undefined) return queryPairs({ name, ...styled }, one);
      // Without an encoding, an object in a form is JSON and a list is repeated.
      return queryPairs({ name, style: 'form', explode: true, asJson: isObject(one) }, one);
    }),
  );
}

function joined(pairs: readonly EncodedPair[]): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}
