import { Body, Get, Headers, HttpCode, Query, RequestMethod, type Type } from '@nestjs/common';
import { answerOf, type Answer } from './named-schema.js';
import type { ValidatedClass } from '../../http/field-type.js';

/** One route of a controller, as its decorators state it. */
export interface RouteOperation {
  /** In small letters: `post`. */
  method: string;
  /** With its parameters in braces: `/v1/agent/runs/{id}`. */
  path: string;
  /** Unique: the controller's name and the method's. */
  operationId: string;
  tag: string;
  /** Of the answer that is no error, where the route states it. */
  status: number;
  pathParameters: string[];
  headers: string[];
  body: ValidatedClass | undefined;
  query: ValidatedClass | undefined;
  answer: Answer | undefined;
}

type Handler = (...parameters: never[]) => unknown;

/** A route of which it is known what its decorators say: where they keep it is Nest's own affair. */
class Known {
  @Get('known')
  @HttpCode(299)
  route(@Body() _body: unknown, @Query() _query: unknown, @Headers() _headers: unknown): void {}
}

const known = Reflect.get<Known, 'route'>(Known.prototype, 'route');
const keyOf = (said: unknown): unknown =>
  Reflect.getMetadataKeys(known).find((key) => Reflect.getMetadata(key, known) === said);
const [PATH, METHOD, STATUS] = ['known', RequestMethod.GET, 299].map(keyOf);
const [ARGUMENTS] = Reflect.getMetadataKeys(Known, 'route') as unknown[];
const [BODY, QUERY, HEADERS] = argumentsIn(Known, 'route')
  .sort((one, other) => one.index - other.index)
  .map(({ place }) => place);

export function operationsOf(controller: Type): RouteOperation[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && pathsOf(prototype[name]) !== undefined)
    .flatMap((name) => operations(controller, name, prototype[name] as Handler));
}

function operations(controller: Type, name: string, handler: Handler): RouteOperation[] {
  const tag = controller.name.replace(/Controller$/, '');
  const method = RequestMethod[Reflect.getMetadata(METHOD, handler) as number];
  const parts = argumentsOf(controller, name);
  const roots = pathsOf(controller) ?? [''];
  const paths = roots.flatMap((root) => (pathsOf(handler) ?? []).map((path) => join(root, path)));
  const set = Reflect.getMetadata(STATUS, handler) as number | undefined;
  return paths.map((path, index) => ({
    method: (method ?? 'GET').toLowerCase(),
    path: path.replaceAll(PARAMETER, '{$1}'),
    operationId: `${tag.slice(0, 1).toLowerCase()}${tag.slice(1)}_${name}${index === 0 ? '' : `_${index + 1}`}`,
    tag,
    status: set ?? (method === 'POST' ? 201 : 200),
    pathParameters: [...path.matchAll(PARAMETER)].map(([, parameter = '']) => parameter),
    ...parts,
    answer: answerOf(controller.prototype as object, name),
  }));
}

const PARAMETER = /:([A-Za-z_]+)/g;

function pathsOf(target: Type | Handler | undefined): string[] | undefined {
  if (target === undefined) return undefined;
  const path = Reflect.getMetadata(PATH, target) as string | string[] | undefined;
  return path === undefined ? undefined : [path].flat();
}

function join(root: string, path: string): string {
  const parts = `${root}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

/** Where each argument of a method comes from: Nest writes that as a number, and which argument it is. */
function argumentsIn(controller: Type, name: string) {
  const found = (Reflect.getMetadata(ARGUMENTS, controller, name) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  return Object.entries(found).map(([key, { index, data }]) => ({
    ...{ index, data },
    place: Number(key.split(':')[0]),
  }));
}

/** What the decorators of a method's parameters say: where each comes from, and its class. */
function argumentsOf(controller: Type, name: string) {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ??
    []) as ValidatedClass[];
  const all = argumentsIn(controller, name).map((one) => ({ ...one, type: types[one.index] }));
  const classOf = (place: number | undefined) =>
    all.find((one) => one.place === place && one.data === undefined && isValidated(one.type))?.type;
  const headers = all.flatMap(({ place, data }) =>
    place === HEADERS && typeof data === 'string' ? [data] : [],
  );
  return { headers, body: classOf(BODY), query: classOf(QUERY) };
}

function isValidated(type: ValidatedClass | undefined): boolean {
  return type !== undefined && (type as unknown) !== Object;
}
