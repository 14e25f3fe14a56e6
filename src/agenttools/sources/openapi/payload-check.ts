import type { ErrorDetail } from '../../../foundation/errors.js';
import { faultsOf } from '../../arguments.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { RequestPayload } from '../../changes/http-request/request-payload.js';
import { ArgumentChecks } from './argument-checks.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import { BODY_ARGUMENT } from './naming/tool-names.js';
import type { Operation } from './operation.js';
import type { PreparedDocument } from './prepare-document.js';
import { argumentReader, type ReadArguments } from './read-arguments.js';
import { SchemaReader } from './schema/schema-fields.js';

/** What the document of now has against a request that was proposed earlier; empty when nothing. */
export type PayloadCheck = (payload: JsonObject) => readonly ErrorDetail[];

/** Checks requests against the operations that a document offers. */
export function payloadCheck(source: string, document: PreparedDocument): PayloadCheck {
  const aliases = new PropertyAliases(document.aliases);
  const checks = new ArgumentChecks(document.definitions);
  const schemas = new SchemaReader(new Map(document.definitions));
  const known = new Map<Operation, ReadArguments>();
  return (payload) => {
    const { method, path_template: template, query, body } = payload as RequestPayload;
    const operation = document.operations.find(
      (one) => !one.reads && one.method === method && one.pathTemplate === template,
    );
    if (operation === undefined) {
      return [{ message: `${method} ${template} is not offered by "${source}" any more.` }];
    }
    const missing = missingParameters(operation, query);
    if (operation.body?.kind !== 'json') return missing;
    const check = known.get(operation) ?? readerOfBody(operation, checks, schemas);
    known.set(operation, check);
    const input = body === undefined ? {} : { [BODY_ARGUMENT]: aliases.redo(body) };
    return [...missing, ...faultsOf(() => check(input))];
  };
}

/** The body alone: what stands in the path is encoded already. */
function readerOfBody(
  { argumentSchema }: Operation,
  checks: ArgumentChecks,
  schemas: SchemaReader,
): ReadArguments {
  const properties = isObject(argumentSchema['properties']) ? argumentSchema['properties'] : {};
  const required = Array.isArray(argumentSchema['required']) ? argumentSchema['required'] : [];
  const schema = {
    type: 'object',
    properties: { [BODY_ARGUMENT]: properties[BODY_ARGUMENT] ?? true },
    required: required.filter((name) => name === BODY_ARGUMENT),
  };
  const tool = { name: 'the request', argumentSchema: schema };
  return argumentReader({ toolName: tool.name, argumentSchema: schema }, schemas, checks.of(tool));
}

function missingParameters({ parameters, argumentSchema }: Operation, query = ''): ErrorDetail[] {
  const given = new Set([...new URLSearchParams(query).keys()]);
  const schemas = isObject(argumentSchema['properties']) ? argumentSchema['properties'] : {};
  return parameters
    .filter(
      ({ place, required, name, argument }) =>
        place === 'query' && required && !given.has(name) && isScalar(schemas[argument]),
    )
    .map(({ name }) => ({ path: `query.${name}`, message: `The query needs "${name}" now.` }));
}

const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);

/** An object stands there under the names of its fields, and a list without items not at all. */
function isScalar(schema: unknown): boolean {
  return isObject(schema) && SCALARS.has(schema['type'] as string);
}
