import { upgrade } from '@scalar/openapi-upgrader';
import { type AppError, configError } from '../../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from './pointer.js';
import { consumesOf, upgradeParameters } from './swagger-parameters.js';

/** Which dialect the schemas of a document are written in. */
export type Dialect = '3.0' | '3.1';

/** A document of version 3, and its dialect. */
export interface UpgradedDocument {
  document: JsonObject;
  dialect: Dialect;
}

/** The document as version 3: 2.0 is converted, 3.x stays. Rejects any other with `config_error`. */
export function upgradeDocument(document: JsonObject): UpgradedDocument {
  const { openapi, swagger } = document;
  if (swagger !== undefined && openapi === undefined) {
    if (versionText(swagger) !== '2.0') throw unknownVersion(`swagger: ${versionText(swagger)}`);
    const whole = { ...withOwnParameters(document), swagger: '2.0' };
    return { document: upgrade(whole, '3.0'), dialect: '3.0' };
  }
  const version = versionText(openapi);
  if (version.startsWith('3.0')) return { document, dialect: '3.0' };
  if (version.startsWith('3.1') || version.startsWith('3.2')) return { document, dialect: '3.1' };
  throw unknownVersion(openapi === undefined ? 'none' : `openapi: ${version}`);
}

function versionText(version: unknown): string {
  // Unquoted in YAML, 2.0 is the number 2.
  if (typeof version === 'number') return version.toFixed(1);
  return typeof version === 'string' ? version : '';
}

function unknownVersion(found: string): AppError {
  return configError(
    `It names no OpenAPI version that can be read (found ${found}); valid are swagger: "2.0" and openapi: 3.0.x, 3.1.x or 3.2.x.`,
  );
}

/** Each operation of 2.0 with the parameters of its path, their references resolved, and its body as of version 3. */
function withOwnParameters(document: JsonObject): JsonObject {
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    paths[path] = isObject(item) ? withPathParameters(document, item) : item;
  }
  return { ...document, paths };
}

function withPathParameters(document: JsonObject, item: JsonObject): JsonObject {
  const { parameters, ...rest } = item;
  const shared = resolved(document, parameters);
  const entries = Object.entries(rest).map(([method, operation]) => {
    if (!isObject(operation) || method.startsWith('x-')) return [method, operation];
    const own = resolved(document, operation['parameters']);
    const named = new Set(own.map(keyOf));
    const all = [...shared.filter((one) => !named.has(keyOf(one))), ...own];
    const upgraded = upgradeParameters(all.map(withoutNullFlag), consumesOf(document, operation));
    return [method, { ...operation, ...upgraded }];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function resolved(document: JsonObject, parameters: unknown): JsonObject[] {
  const list: unknown[] = Array.isArray(parameters) ? parameters : [];
  // A reference that cannot be followed stays, so that what lacks it is a finding.
  return list.map((one) => followReferences(document, one) ?? one).filter(isObject);
}

function keyOf(parameter: JsonObject): string {
  if (typeof parameter['$ref'] === 'string') return parameter['$ref'];
  return parameter['in'] === 'body'
    ? 'body'
    : `${String(parameter['in'])} ${String(parameter['name'])}`;
}

/** A parameter that is left out is not null; the flag would only be lost on the way. */
function withoutNullFlag(parameter: JsonObject): JsonObject {
  const { 'x-nullable': _nullable, ...rest } = parameter;
  return rest;
}
