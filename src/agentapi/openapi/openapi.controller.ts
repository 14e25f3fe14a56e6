import { Controller, Get, Inject, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { type JsonObject, isObject } from '../../foundation/json.js';
import { typeOf, type ValidatedClass } from '../../http/field-type.js';
import { isOpenBody } from '../../http/json-bodies.js';
import { NamedSchema, errorBody, text } from './named-schema.js';
import { operationsOf, type RouteOperation } from './route-operations.js';

export const API_INFO = Symbol('API_INFO');

interface ApiInfo {
  version: string;
  checksIdentity: boolean;
}

@Controller()
export class OpenApiController {
  private document: JsonObject | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(API_INFO) private readonly parts: ApiInfo & { foreign: readonly Type[] },
  ) {}

  @Get('openapi.json')
  read(): JsonObject {
    return (this.document ??= openApiDocument(this.ownControllers(), this.parts));
  }

  private ownControllers(): Type[] {
    const all = [...this.modules.values()];
    const roots: ReadonlySet<unknown> = new Set(this.parts.foreign);
    const foreign = new Set(all.filter(({ metatype }) => roots.has(metatype)));
    // A set that grows while it is walked: what foreign modules import is foreign too, but global ones are imported by all.
    for (const module of foreign)
      for (const one of module.imports) if (!one.isGlobal) foreign.add(one);
    return all
      .filter((module) => !foreign.has(module))
      .flatMap(({ controllers }) => [...controllers.values()])
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype as Type] : []));
  }
}

const PREFIX = '#/components/schemas/';

/** Where the schemas' maker looks up the classes of fields; it knows class-transformer's form only. */
const fieldTypes = {
  findTypeMetadata: (target: ValidatedClass, name: string) => {
    const type = typeOf(target, name);
    return type === undefined ? undefined : { typeFunction: () => type };
  },
  getExposedMetadatas: () => [],
  findExcludeMetadata: () => undefined,
};

/** Named schemas, gathered as they are referred to; rejects two of one name. */
class Schemas {
  readonly all: JsonObject = {};
  private readonly known = new Map<string, unknown>();

  ofClass(target: ValidatedClass): JsonObject {
    return this.refTo(target.name, target, () => {
      const schema = schemaOf(target);
      for (const part of partsOf(target, schema)) this.ofClass(part);
      return { ...schema, additionalProperties: isOpenBody(target) };
    });
  }

  /** The schema with references in place of the named ones in it. */
  resolve(schema: unknown): unknown {
    if (schema instanceof NamedSchema)
      return this.refTo(schema.name, schema, () => this.resolve(schema.schema));
    if (Array.isArray(schema)) return schema.map((item) => this.resolve(item));
    if (!isObject(schema)) return schema;
    const entries = Object.entries(schema);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.resolve(value)]));
  }

  private refTo(name: string, named: unknown, make: () => unknown): JsonObject {
    const known = this.known.get(name);
    if (known !== undefined && known !== named)
      throw new TypeError(`two schemas are called ${name}`);
    if (known === undefined) {
      this.known.set(name, named);
      // Before those that it refers to.
      this.all[name] = undefined;
      this.all[name] = make();
    }
    return { $ref: `${PREFIX}${name}` };
  }
}

function schemaOf(target: ValidatedClass): JsonObject {
  const options = { classTransformerMetadataStorage: fieldTypes, refPointerPrefix: PREFIX };
  type Options = NonNullable<Parameters<typeof targetConstructorToSchema>[1]>;
  return targetConstructorToSchema(target, options as unknown as Options) as JsonObject;
}

function partsOf(target: ValidatedClass, { properties }: JsonObject): ValidatedClass[] {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return fields.flatMap(([name, schema]) => {
    if (!JSON.stringify(schema).includes(PREFIX)) return [];
    return [typeOf(target, name) as ValidatedClass];
  });
}

/** The API as OpenAPI 3.0, from the routes' decorators and validators; answers only where clients are made of them. */
export function openApiDocument(controllers: readonly Type[], info: ApiInfo): JsonObject {
  const schemas = new Schemas();
  const error = errorResponse(schemas);
  const paths: Record<string, JsonObject> = {};
  for (const operation of controllers.flatMap(operationsOf)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: toOperation(operation, schemas),
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Sextant',
      version: info.version,
      description:
        'An agent server: chats, runs, previews and what plugins add. Errors have one shape; streams are text/event-stream.',
    },
    security: info.checksIdentity ? [{ bearer: [] }] : undefined,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: schemas.all,
      responses: { Error: error },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function toOperation(operation: RouteOperation, schemas: Schemas) {
  const { operationId, tag, status, body } = operation;
  const parameters = [
    ...operation.pathParameters.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: text(),
    })),
    ...queryParameters(operation),
    ...operation.headers.map((name) => ({ name, in: 'header', schema: text() })),
  ];
  const content = { 'application/json': { schema: body && schemas.ofClass(body) } };
  return {
    operationId,
    summary: `${operation.method.toUpperCase()} ${operation.path}`,
    tags: [tag],
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body === undefined ? undefined : { required: true, content },
    responses: {
      [String(status)]: toResponse(operation, schemas),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function toResponse({ answer }: RouteOperation, schemas: Schemas): JsonObject {
  const description = 'What the route answers.';
  if (answer === undefined) return { description };
  if (!(answer instanceof NamedSchema) && isObject(answer['events'])) {
    const events = schemas.resolve(answer['events']);
    return {
      description: 'Events by their names, each with its data as JSON; plugins add others.',
      content: { 'text/event-stream': { schema: text() } },
      'x-events': events,
    };
  }
  return { description, content: { 'application/json': { schema: schemas.resolve(answer) } } };
}

function queryParameters({ query }: RouteOperation): JsonObject[] {
  if (query === undefined) return [];
  const { properties, required } = schemaOf(query);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
    required: needed.includes(name) || undefined,
  }));
}

const errorResponse = (schemas: Schemas) => ({
  description: 'What is wrong, and what to do.',
  headers: {
    'Retry-After': {
      description: 'With 429 and some 503: the seconds after which it may work.',
      schema: { type: 'integer' },
    },
  },
  content: { 'application/json': { schema: schemas.resolve(errorBody) } },
});
