import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../../../src/foundation/errors.js';

/** Ajv's findings in the words of the platform: a path like `a[0].b`, one sentence, the valid choices. */
export function toDetails(errors: readonly ErrorObject[]): ErrorDetail[] {
  return errors.map(toDetail);
}

function toDetail(error: ErrorObject): ErrorDetail {
  const path = pathOf(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return missing(join(path, String(params['missingProperty'])));
    case 'additionalProperties':
      return unknownField(path, String(params['additionalProperty']), error.parentSchema);
    case 'enum':
      return choice(path, params['allowedValues'] as string[]);
    case 'type':
      return { path, message: `${path} must be ${article(params['type'])}` };
    default:
      return { path, message: `${path} ${error.message ?? 'is not valid'}` };
  }
}

function missing(path: string): ErrorDetail {
  return { path, message: `${path} is required` };
}

function unknownField(
  path: string,
  name: string,
  schema: ErrorObject['parentSchema'],
): ErrorDetail {
  const properties: unknown = schema?.['properties'];
  const allowed =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const place = join(path, name);
  return {
    path: place,
    message: `${place} is not a known field; known here: ${allowed.join(', ')}`,
    allowed,
  };
}

function choice(path: string, allowed: readonly string[]): ErrorDetail {
  return { path, message: `${path} must be one of ${allowed.join(', ')}`, allowed };
}

const articles: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function article(type: unknown): string {
  const names = Array.isArray(type) ? (type as string[]) : [String(type)];
  return names.map((name) => articles[name] ?? name).join(' or ');
}

/** `/data_source/0/select` is `data_source[0].select`; the root is `config`. */
function pathOf(pointer: string): string {
  const parts = pointer.split('/').slice(1).map(unescapePointer);
  const path = parts.reduce(join, '');
  return path === '' ? 'config' : path;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function join(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  return path === '' || path === 'config' ? part : `${path}.${part}`;
}
