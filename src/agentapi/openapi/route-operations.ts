import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { answerOf } from './named-schema.js';
import type { ValidatedClass } from '../../http/field-type.js';

export type RouteOperation = ReturnType<typeof operations>[number];

type Handler = (...parameters: never[]) => unknown;

export function operationsOf(controller: Type): RouteOperation[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && pathsOf(prototype[name]) !== undefined)
    .flatMap((name) => operations(controller, name, prototype[name] as Handler));
}

function operations(controller: Type, name: string, handler: Handler) {
  const tag = controller.name.replace(/Controller$/, '');
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? 'GET';
  const parts = argumentsOf(controller, name);
  const roots = pathsOf(controller) ?? [''];
  const paths = roots.flatMap((root) => (pathsOf(handler) ?? []).map((path) => join(root, path)));
  const set = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return paths.map((path, index) => ({
    /** In small letters: `post`. */
    method: method.toLowerCase(),
    /** With its parameters in braces: `/v1/agent/runs/{id}`. */
    path: path.replaceAll(PARAMETER, '{$1}'),
    /** Unique: the controller's name and the method's. */
    operationId: `${tag.slice(0, 1).toLowerCase()}${tag.slice(1)}_${name}${index === 0 ? '' : `_${index + 1}`}`,
    tag,
    /** Of the answer that is no error. */
    status: set ?? (method === 'POST' ? 201 : 200),
    pathParameters: [...path.matchAll(PARAMETER)].map(([, parameter = '']) => parameter),
    ...parts,
    answer: answerOf(controller.prototype as object, name),
  }));
}

const PARAMETER = /:([A-Za-z_]+)/g;

function pathsOf(target: Type | Handler | undefined): string[] | undefined {
  if (target === undefined) return undefined;
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return path === undefined ? undefined : [path].flat();
}

function join(root: string, path: string): string {
  const parts = `${root}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

/** What the decorators of a method's parameters say: where each comes from, and its class. */
function argumentsOf(controller: Type, name: string) {
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) ??
    []) as ValidatedClass[];
  /** By the number of the place that each comes from, and which argument it is: `3:0`. */
  const all = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
      string,
      { index: number; data?: unknown }
    >,
  ).map(([key, { index, data }]) => ({
    place: Number(key.split(':')[0]),
    data,
    type: types[index],
  }));
  const from = (place: number) => all.filter((one) => one.place === place);
  const classOf = (place: number) =>
    from(place).find(({ data, type }) => data === undefined && isValidated(type))?.type;
  return {
    headers: from(RouteParamtypes.HEADERS).flatMap(({ data }) =>
      typeof data === 'string' ? [data] : [],
    ),
    body: classOf(RouteParamtypes.BODY),
    query: classOf(RouteParamtypes.QUERY),
  };
}

function isValidated(type: ValidatedClass | undefined): boolean {
  return type !== undefined && (type as unknown) !== Object;
}
