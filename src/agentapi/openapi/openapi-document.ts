import type { Type } from '@nestjs/common';
import { defined } from '../../foundation/defined.js';
import { errorCodes } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { isObject } from '../../foundation/json.js';
import { BodySchemas } from './body-schemas.js';
import { operationsOf, type RouteOperation } from './route-operations.js';

/** What the document says of the server. */
export interface ApiInfo {
  version: string;
  /** Whether callers are known by a token. */
  checksIdentity: boolean;
}

/**
 * The server's API as an OpenAPI 3.0 document, from the decorators of its routes and the validators of its
 * bodies: what a route is sent is said exactly, what it answers is said in docs/.
 */
export function openApiDocument(controllers: readonly Type[], info: ApiInfo): JsonObject {
  const schemas = new BodySchemas();
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
    ...defined({ security: info.checksIdentity ? [{ bearer: [] }] : undefined }),
    paths: Object.fromEntries(Object.entries(paths).sort(byName)),
    components: {
      schemas: { ...schemas.schemas, Error: ERROR },
      responses: { Error: ERROR_RESPONSE },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function toOperation(operation: RouteOperation, schemas: BodySchemas): JsonObject {
  const { operationId, tag, status, body } = operation;
  const parameters = [
    ...operation.pathParameters.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...queryParameters(operation, schemas),
    ...operation.headers.map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
  ];
  const content = { 'application/json': { schema: body && schemas.refTo(body) } };
  return {
    operationId,
    summary: `${operation.method.toUpperCase()} ${operation.path}`,
    tags: [tag],
    ...defined({
      parameters: parameters.length === 0 ? undefined : parameters,
      requestBody: body === undefined ? undefined : { required: true, content },
    }),
    responses: {
      [String(status)]: { description: 'What the route answers.' },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function queryParameters({ query }: RouteOperation, schemas: BodySchemas): JsonObject[] {
  if (query === undefined) return [];
  const { properties, required } = schemas.schemaOf(query);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
    ...defined({ required: needed.includes(name) || undefined }),
  }));
}

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: errorCodes },
        message: { type: 'string' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['message'],
            properties: {
              path: { type: 'string' },
              message: { type: 'string' },
              allowed: { type: 'array', items: {} },
            },
          },
        },
      },
    },
  },
};

const ERROR_RESPONSE = {
  description: 'What is wrong, and what to do.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
