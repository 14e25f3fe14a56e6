import { isObject, type JsonObject, propertiesOf, requiredOf } from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import { checkSize, faultsOf } from '../../arguments.js';
import { isReference } from '../../changes/references.js';
import type { ArgumentCheck } from '../../tool.js';
import type { ErrorDetail } from '../../../foundation/errors.js';
import type { RequestPayload } from '../../changes/http-request/request-payload.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import { hasNoOffset } from './checks/formats.js';
import { BODY_ARGUMENT } from './naming/tool-names.js';
import type { Operation } from './operation.js';
import { type Schema, asType } from './schema/schema.js';
import { type SchemaFields, SchemaReader } from './schema/schema-fields.js';
import { ArgumentChecks } from './argument-checks.js';
import type { PreparedDocument } from './prepare-document.js';

/** Reads what a model wrote; throws `invalid_arguments` that says what is valid. */
export type ReadArguments = (input: JsonObject) => { input: JsonObject; notes: readonly string[] };

/** As servers do, without loss: 5 for "5" and the other way round, null as left out, which a merge patch keeps. */
export function argumentReader(
  { toolName, argumentSchema, rules }: Pick<Operation, 'toolName' | 'argumentSchema' | 'rules'>,
  schemas: SchemaReader,
  check: ArgumentCheck,
): ReadArguments {
  return (input) => {
    checkSize(toolName, input);
    const isMerge = rules?.action === 'merge';
    const reading = new Reading(schemas, isMerge);
    const read = reading.object(input, schemas.read(argumentSchema), '');
    check(read);
    if (!isMerge) return { input: read, notes: reading.notes };
    const whole = new Reading(schemas, true, true);
    return { input: whole.object(input, schemas.read(argumentSchema), ''), notes: whole.notes };
  };
}

const MAX_NOTES = 8;

class Reading {
  readonly notes: string[] = [];

  constructor(
    private readonly schemas: SchemaReader,
    private readonly isMerge: boolean,
    private readonly keepsNull = false,
  ) {}

  object(value: JsonObject, { fields, required, others }: SchemaFields, path: string): JsonObject {
    const read: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value)) {
      const place = path === '' ? name : `${path}.${name}`;
      // Null takes an entry of a map away in a merge patch, too.
      const isEntry = this.isMerge && place.startsWith(`${BODY_ARGUMENT}.`);
      const schema = fields.get(name) ?? (isEntry ? others : undefined);
      const isOptional = one === null && schema !== undefined && !required.has(name);
      if (!isOptional || this.takesNull(schema, place)) {
        read.push([name, this.value(one, schema ?? others, place)]);
      } else if (path !== '') {
        this.note(`"${place}" was null, which is not valid there, so it is left out.`);
      }
    }
    return Object.fromEntries(read);
  }

  private takesNull(schema: Schema, place: string): boolean {
    if (this.keepsNull && place.startsWith(`${BODY_ARGUMENT}.`)) return true;
    const { types } = this.schemas.read(schema);
    return types === undefined || types.has('null');
  }

  private value(value: unknown, schema: Schema, path: string): unknown {
    const said = this.schemas.read(schema);
    if (Array.isArray(value))
      return value.map((item, at) => this.value(item, said.items, `${path}.${at}`));
    if (isObject(value)) return this.object(value, said, path);
    if (typeof value === 'string' && said.formats.has('date-time') && hasNoOffset(value))
      this.note(
        `"${path}" names no UTC offset, so the backend decides which time zone it is in; "Z" or "+02:00" at its end would say so.`,
      );
    if (said.types === undefined || isReference(value)) return value;
    return asType(value, [...said.types]) ?? value;
  }

  private note(text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(text);
  }
}

/** What the document of now has against a request that was proposed earlier; empty when nothing. */
export type PayloadCheck = (payload: JsonObject) => readonly ErrorDetail[];

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
  { argumentSchema, rules }: Operation,
  checks: ArgumentChecks,
  schemas: SchemaReader,
): ReadArguments {
  const properties = { [BODY_ARGUMENT]: propertiesOf(argumentSchema)[BODY_ARGUMENT] ?? true };
  const required = requiredOf(argumentSchema).filter((name) => name === BODY_ARGUMENT);
  const one = { name: 'the request', argumentSchema: { type: 'object', properties, required } };
  return argumentReader(
    { toolName: one.name, ...one, ...defined({ rules }) },
    schemas,
    checks.of(one),
  );
}

function missingParameters({ parameters, argumentSchema }: Operation, query = ''): ErrorDetail[] {
  const given = new Set([...new URLSearchParams(query).keys()]);
  const schemas = propertiesOf(argumentSchema);
  return parameters.flatMap(({ place, required, name, argument }) => {
    // An object stands there under the names of its fields, and a list without items not at all.
    const schema = schemas[argument];
    const isScalar = isObject(schema) && SCALARS.has(schema['type'] as string);
    if (place !== 'query' || !required || given.has(name) || !isScalar) return [];
    return [{ path: `query.${name}`, message: `The query needs "${name}" now.` }];
  });
}

const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);
