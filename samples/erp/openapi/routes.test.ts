import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Database } from '../../../src/store/database.js';
import { ErpModule } from '../erp.module.js';
import { limits } from '../tables/validation/scope.js';
import { openApiDocument, type OpenApiDocument, surfaces } from './document.js';

type Route = { method: string; path: string };

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, unknown>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const path = `/${base}/${Reflect.getMetadata(PATH_METADATA, handler) as string}`;
    const shown = path.replace(/\/+$/, '').replace(/:(\w+)/g, '{$1}');
    return [{ method: RequestMethod[method].toLowerCase(), path: shown }];
  });
}

type Operation = { operationId: string; summary: string; tags: string[] };

const operations = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({
      method,
      path,
      operation: each as unknown as Operation,
    })),
  );

function at(document: object, pointer: string): unknown {
  let value: unknown = document;
  for (const part of pointer.replace(/^#\//, '').split('/'))
    value = (value as Record<string, unknown>)[part];
  return value;
}

const byName = (a: Route, b: Route) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1);

test('the document has exactly the routes', () => {
  const controllers = ErpModule.register({} as Database).controllers ?? [];
  const real = controllers.flatMap(routesOf);
  const documented = operations(openApiDocument).map(({ method, path }) => ({ method, path }));
  expect(documented.sort(byName)).toEqual(real.sort(byName));
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
  const named = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, found]) => found ?? '');
  const references = new Set(named);
  expect([...references].filter((each) => at(openApiDocument, each) === undefined)).toEqual([]);
  const schemas = Object.keys(openApiDocument.components.schemas);
  const unused = schemas.filter((name) => !references.has(`#/components/schemas/${name}`));
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
