import type { Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
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

export function operationsOf(controller: Type): RouteOperation[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && pathsOf(prototype[name]) !== undefined)
    .flatMap((name) => operations(controller, name, prototype[name] as Handler));
}

function operations(controller: Type, name: string, handler: Handler): RouteOperation[] {
  const tag = controller.name.replace(/Controller$/, '');
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
  const parts = argumentsOf(controller, name);
  const roots = pathsOf(controller) ?? [''];
  const paths = roots.flatMap((root) => (pathsOf(handler) ?? []).map((path) => join(root, path)));
  const set = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return paths.map((path, index) => ({
    method: (method ?? 'GET').toLowerCase(),
    path: path.replaceAll(PARAMETER, '{$1}'),
    operationId: `${camel(tag)}_${name}${index === 0 ? '' : `_${index + 1}`}`,
    tag,
    status: set ?? (method === 'POST' ? 201 : 200),
    pathParameters: [...path.matchAll(PARAMETER)].map(([, parameter = '']) => parameter),
    ...parts,
    answer: answerOf(controller.prototype as object, name),
  }));
}

const PARAMETER = /:([A-Za-z_]+)/g;

function camel(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function pathsOf(target: Type | Handler | undefined): string[] | undefined {
  if (target === undefined) return undefined;
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return path === undefined ? undefined : [path].flat();
}

function join(root: string, path: string): string {
  const parts = `${root}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

/** Nest writes the places of arguments as numbers. */
const BODY: number = RouteParamtypes.BODY;
const QUERY: number = RouteParamtypes.QUERY;
const HEADERS: number = RouteParamtypes.HEADERS;

/** What the decorators of a method's parameters say: where each comes from, and its class. */
function argumentsOf(controller: Type, name: string) {
  const found = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ??
    []) as ValidatedClass[];
  const all = Object.entries(found).map(([key, { index, data }]) => ({
    place: Number(key.split(':')[0]),
    type: types[index],
    data,
  }));
  const classOf = (place: number) =>
    all.find((one) => one.place === place && one.data === undefined && isValidated(one.type))?.type;
  const headers = all.flatMap(({ place, data }) =>
    place === HEADERS && typeof data === 'string' ? [data] : [],
  );
  return { headers, body: classOf(BODY), query: classOf(QUERY) };
}

function isValidated(type: ValidatedClass | undefined): boolean {
  return type !== undefined && (type as unknown) !== Object;
}
