import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Database } from '../../../src/store/database.js';
import { ErpModule } from '../erp.module.js';
import { limits } from '../tables/validation/scope.js';
import { openApiDocument, surfaces } from './document.js';

type Route = { method: string; path: string };
type Operation = Route & { operationId: string; summary: string; tags: string[] };

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

const operations = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, one]) => ({ ...(one as unknown as Operation), method, path })),
);

const at = (pointer: string) =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], openApiDocument);

const byName = (a: Route, b: Route) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1);

test('the document has exactly the routes', () => {
  const real = (ErpModule.register({} as Database).controllers ?? []).flatMap(routesOf);
  const documented = operations.map(({ method, path }) => ({ method, path }));
  expect(documented.sort(byName)).toEqual(real.sort(byName));
  expect(real.length).toBeGreaterThan(40);
});

test('every operation has an id of its own, a summary and a tag that is described', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.filter(({ summary }) => summary.length < 10)).toEqual([]);
  const tags = (openApiDocument['tags'] as { name: string }[]).map(({ name }) => name);
  expect([...new Set(operations.flatMap((each) => each.tags))].sort()).toEqual(tags.sort());
});

test('every reference leads somewhere, and every schema is used', () => {
  const text = JSON.stringify(openApiDocument);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? ''));
  expect([...references].filter((each) => at(each) === undefined)).toEqual([]);
  const schemas = Object.keys(openApiDocument.components.schemas);
  expect(schemas.filter((name) => !references.has(`#/components/schemas/${name}`))).toEqual([]);
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
