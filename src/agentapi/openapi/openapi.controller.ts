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

/** Facts about the server, and the modules whose routes belong to another system that is embedded here. */
type OpenApiParts = ApiInfo & { foreign: readonly Type[] };

@Controller()
export class OpenApiController {
  private document: JsonObject | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(API_INFO) private readonly parts: OpenApiParts,
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

/** The schemas of validated classes by their names, made as they are asked for. */
class BodySchemas {
  readonly schemas: Record<string, JsonObject> = {};
  private readonly classes = new Map<string, ValidatedClass>();

  /** A reference to the schema of a class; rejects two classes of one name. */
  refTo(target: ValidatedClass): { $ref: string } {
    this.add(target);
    return { $ref: `${PREFIX}${target.name}` };
  }

  private add(target: ValidatedClass): void {
    const known = this.classes.get(target.name);
    if (known === target) return;
    if (known !== undefined) throw new TypeError(`two validated classes are called ${target.name}`);
    this.classes.set(target.name, target);
    const schema = schemaOf(target);
    this.schemas[target.name] = { ...schema, additionalProperties: isOpenBody(target) };
    for (const part of partsOf(target, schema)) this.add(part);
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

/** The named schemas of answers, gathered as they are referred to. */
class AnswerSchemas {
  readonly schemas: Record<string, unknown> = {};
  private readonly known = new Map<string, NamedSchema>();

  /** The schema with references in place of the named ones in it; rejects two of one name. */
  resolve(schema: unknown): unknown {
    if (schema instanceof NamedSchema) return this.refTo(schema);
    if (Array.isArray(schema)) return schema.map((item) => this.resolve(item));
    if (!isObject(schema)) return schema;
    const entries = Object.entries(schema);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.resolve(value)]));
  }

  private refTo(named: NamedSchema): JsonObject {
    const { name, schema } = named;
    const known = this.known.get(name);
    if (known !== undefined && known !== named)
      throw new TypeError(`two schemas are called ${name}`);
    if (known === undefined) {
      this.known.set(name, named);
      this.schemas[name] = this.resolve(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** The API as OpenAPI 3.0, from the routes' decorators and validators; answers only where clients are made of them. */
export function openApiDocument(controllers: readonly Type[], info: ApiInfo): JsonObject {
  const schemas = new BodySchemas();
  const answers = new AnswerSchemas();
  const error = ERROR_RESPONSE(answers);
  const paths: Record<string, JsonObject> = {};
  for (const operation of controllers.flatMap(operationsOf)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: toOperation(operation, schemas, answers),
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
    paths: Object.fromEntries(Object.entries(paths).sort(byName)),
    components: {
      schemas: joined(schemas.schemas, answers.schemas),
      responses: { Error: error },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** A body and an answer of one name would take each other's place. */
function joined(bodies: Record<string, JsonObject>, answers: Record<string, unknown>): JsonObject {
  const twice = Object.keys(answers).find((name) => name in bodies);
  if (twice !== undefined) throw new TypeError(`a body and an answer are both called ${twice}`);
  return { ...bodies, ...answers };
}

function toOperation(operation: RouteOperation, schemas: BodySchemas, answers: AnswerSchemas) {
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
  const content = { 'application/json': { schema: body && schemas.refTo(body) } };
  return {
    operationId,
    summary: `${operation.method.toUpperCase()} ${operation.path}`,
    tags: [tag],
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body === undefined ? undefined : { required: true, content },
    responses: {
      [String(status)]: toResponse(operation, answers),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function toResponse({ answer }: RouteOperation, answers: AnswerSchemas): JsonObject {
  const description = 'What the route answers.';
  if (answer === undefined) return { description };
  if (!(answer instanceof NamedSchema) && isObject(answer['events'])) {
    const events = answers.resolve(answer['events']);
    return {
      description: 'Events by their names, each with its data as JSON; plugins add others.',
      content: { 'text/event-stream': { schema: text() } },
      'x-events': events,
    };
  }
  return { description, content: { 'application/json': { schema: answers.resolve(answer) } } };
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

const ERROR_RESPONSE = (schemas: AnswerSchemas) => ({
  description: 'What is wrong, and what to do.',
  headers: {
    'Retry-After': {
      description: 'With 429 and some 503: the seconds after which it may work.',
      schema: { type: 'integer' },
    },
  },
  content: { 'application/json': { schema: schemas.resolve(errorBody) } },
});
