import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { Route } from '../../support/server.js';
import { changedAt, exampleOf, placesIn, valueAt } from './from-schema.js';
import { bodies, headers, texts, values } from './values.js';

/** One request, letter by letter. */
export interface HostileCase {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const ID = '00000000-0000-4000-8000-000000000001';
const JSON_TYPE = { 'content-type': 'application/json' };
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** Names of query parameters that some route reads. */
const PARAMETERS = 'search q query limit offset page after cursor state kb'.split(' ');

/** Every request of the corpus against these routes, in an order that is always the same. */
export function hostileCases(routes: readonly Route[], documents: readonly JsonObject[]) {
  const asked = routes.filter(({ method, path }) => method !== 'OPTIONS' && path !== '/metrics');
  return asked.flatMap((route, at) => [
    ...pathCases(route, at),
    ...queryCases(route, at),
    ...headerCases(route, at),
    ...(WITH_BODY.has(route.method) ? bodyCases(route, documents, at) : []),
  ]);
}

/** A share of a list: other ones for each route, so that together all are tried many times. */
function share<T>(list: readonly T[], at: number, count: number): T[] {
  const from = (at * count) % list.length;
  return [...list, ...list].slice(from, from + Math.min(count, list.length));
}

const plainPath = ({ path }: Route) => path.replace(/:[a-z_]+/gi, ID).replace('*', 'app.js');

function pathCases(route: Route, at: number): HostileCase[] {
  if (!/[:*]/.test(route.path)) return [];
  return share(texts, at, 16).map((text) => {
    return caseOf(route, { path: route.path.replace(/:[a-z_]+|\*/gi, () => encoded(text)) });
  });
}

function queryCases(route: Route, at: number): HostileCase[] {
  return share(texts, at, 12).map((text, i) => {
    const name = PARAMETERS[(at + i) % PARAMETERS.length] ?? 'q';
    return caseOf(route, { path: `${plainPath(route)}?${name}=${encoded(text)}&${name}[a]=1` });
  });
}

function headerCases(route: Route, at: number): HostileCase[] {
  const [type, body] = WITH_BODY.has(route.method) ? [JSON_TYPE, '{}'] : [{}, ''];
  return share(headers, at, 8).map((one) => caseOf(route, { headers: { ...type, ...one }, body }));
}

function bodyCases(route: Route, documents: readonly JsonObject[], at: number): HostileCase[] {
  const send = (body: string) => caseOf(route, { headers: JSON_TYPE, body });
  const example = bodyExample(route, documents);
  const changed = placesIn(example).flatMap((path, i) =>
    [...share(texts, at + i, 6), ...share(values, at + i, 3)].map((put) =>
      send(JSON.stringify(changedAt(example, path, put))),
    ),
  );
  const own = [...share(bodies, at, 20), JSON.stringify(example)].map(send);
  return [...own, ...changed.slice(0, MOST_OF_ROUTE)];
}

const MOST_OF_ROUTE = 160;

/** A body as the route's OpenAPI document has it. */
function bodyExample({ method, path }: Route, documents: readonly JsonObject[]): unknown {
  const stated = path.replace(/:([a-z_]+)/gi, '{$1}');
  for (const document of documents) {
    const keys = ['paths', stated, method.toLowerCase(), 'requestBody', 'content'];
    const json = valueAt(document, [...keys, 'application/json']);
    if (isObject(json)) return exampleOf(json['schema'], document);
  }
  return { message: 'text' };
}

function caseOf(route: Route, parts: Partial<HostileCase>): HostileCase {
  return { method: route.method, path: plainPath(route), headers: {}, body: '', ...parts };
}

/** Percent-encoded where it can be, within the bytes that an address may have. */
function encoded(text: string): string {
  return encodeURIComponent(text.slice(0, 600).replace(/\p{Cs}/gu, '\ufffd'));
}
