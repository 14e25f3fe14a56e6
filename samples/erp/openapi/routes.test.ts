import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import type { Database } from '../../../src/store/database.js';
import { ErpModule } from '../erp.module.js';
import { limits } from '../tables/table-config.model.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { surfaces } from './openapi.controller.js';

interface Route {
  method: string;
  path: string;
  body: string[] | undefined;
  requiredOfBody: string[] | undefined;
  query: string[];
}

/** Nest's numbers for what a parameter of a handler is filled with. */
const BODY = 3;
const QUERY = 4;

type Meta = Record<string, { data?: unknown }>;

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, unknown>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string;
    const types = Reflect.getMetadata('design:paramtypes', prototype, name) as Type[];
    const args =
      (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as Meta | undefined) ?? {};
    const typeOf = (kind: number) => {
      const key = Object.keys(args).find((each) => each.startsWith(`${kind}:`));
      return key === undefined ? undefined : types[Number(key.split(':')[1])];
    };
    const body = typeOf(BODY);
    return [
      {
        method: RequestMethod[method].toLowerCase(),
        path: `/${base}/${path}`.replace(/\/+$/, '').replace(/:(\w+)/g, '{$1}'),
        body: body && fieldsOf(body),
        requiredOfBody: body && fieldsOf(body, true),
        query: fieldsOf(typeOf(QUERY)),
      },
    ];
  });
}

/** What class-validator lets a body or query have, or says it must have. */
function fieldsOf(type: Type | undefined, isRequired = false): string[] {
  if (type === undefined) return [];
  const found = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const optional = found.filter((each) => each.type === 'conditionalValidation');
  const names = [...new Set(found.map((each) => each.propertyName))].sort();
  if (!isRequired) return names;
  // A default makes a field of a query optional, too.
  return names.filter((name) => !optional.some((each) => each.propertyName === name));
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { $ref?: string; in?: string; name?: string }[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
}

/** The operations of the document in the same shape. */
function documented(document: OpenApiDocument): Route[] {
  return operations(document).map(({ method, path, operation }) => {
    const schema = operation.requestBody?.content['application/json'].schema;
    const body =
      schema && (at(document, schema.$ref) as { properties: object; required: string[] });
    return {
      method,
      path,
      body: body && Object.keys(body.properties).sort(),
      requiredOfBody: body && [...body.required].sort(),
      query: (operation.parameters ?? [])
        .map((each) => (each.$ref === undefined ? each : (at(document, each.$ref) as typeof each)))
        .filter((each) => each.in === 'query')
        .map((each) => String(each.name))
        .sort(),
    };
  });
}

function operations(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({
      method,
      path,
      operation: each as unknown as Operation,
    })),
  );
}

function at(document: object, pointer: string): unknown {
  let value: unknown = document;
  for (const part of pointer.replace(/^#\//, '').split('/')) {
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

const byName = (a: Route, b: Route) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1);

test('the document has exactly the routes, with the fields that their bodies and queries take', () => {
  const controllers = ErpModule.register({} as Database).controllers ?? [];
  const real = controllers.flatMap(routesOf);
  expect(documented(openApiDocument).sort(byName)).toEqual(real.sort(byName));
  expect(real.length).toBeGreaterThan(40);
});

test('every operation has an id of its own, a summary and a tag that is described', () => {
  const all = operations(openApiDocument).map(({ operation }) => operation);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  expect(all.filter(({ summary }) => summary.length < 10)).toEqual([]);
  const tags = (openApiDocument['tags'] as { name: string }[]).map(({ name }) => name);
  expect([...new Set(all.flatMap((each) => each.tags))].sort()).toEqual(tags.sort());
});

test('every reference leads somewhere, and every schema is used', () => {
  const text = JSON.stringify(openApiDocument);
  const references = new Set(
    [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, found]) => found ?? ''),
  );
  expect([...references].filter((each) => at(openApiDocument, each) === undefined)).toEqual([]);
  const unused = Object.keys(openApiDocument.components.schemas).filter(
    (name) => !references.has(`#/components/schemas/${name}`),
  );
  expect(unused).toEqual([]);
});

test('the surfaces name routes and the limits of table configs', () => {
  const endpoints = surfaces.flatMap((surface) => surface.endpoints);
  const unknown = endpoints.filter(({ method, path }) => {
    const item = openApiDocument.paths[path.replace(/:(\w+)/g, '{$1}')];
    return item?.[method.toLowerCase()] === undefined;
  });
  expect(unknown).toEqual([]);
  const { joins, columns, rows } = limits;
  const text = `At most ${joins} joins, ${columns} columns and ${rows} rows per page`;
  expect(JSON.stringify(surfaces)).toContain(text);
});
