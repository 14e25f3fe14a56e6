import type { JsonObject } from '../../../foundation/json.js';
import { percentDecoded } from '../../../foundation/parse-url.js';
import { readPathKey } from '../../sources/openapi/document/path-key.js';
import {
  matchesOperation,
  type FilteredOperation,
} from '../../sources/openapi/filter/operation-filter.js';
import type { RequestPayload } from '../http-request/request-payload.js';
import type { PolicySubject } from './change-policy.js';

/** A request as policies look at it; `operations` are those of the document of now. */
export function requestSubject(
  payload: JsonObject,
  operations: readonly FilteredOperation[],
): PolicySubject {
  const request = payload as RequestPayload;
  const { method, path_template: template, path, query, body, content_type: type } = request;
  const operation = operations.find(
    (one) => one.method === method && one.pathTemplate === template,
  ) ?? { id: '', toolName: '', tags: [], method, pathTemplate: template };
  return {
    matches: (pattern) => matchesOperation(pattern, operation),
    values: {
      path: pathValues(readPathKey(template).path, path),
      query: valuesOf(query ?? ''),
      body: typeof body === 'string' && isForm(type) ? valuesOf(body) : body,
    },
  };
}

function isForm(type = ''): boolean {
  return type.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** By name, all that are given: one may be there several times. */
function valuesOf(query: string): JsonObject {
  const all = new URLSearchParams(query);
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, all.getAll(name)]));
}

const PARAMETER = /^([^{}]*)\{([^{}]+)\}([^{}]*)$/;

/** The values of the template's parameters that are a segment of their own, or one between fixed texts. */
function pathValues(template: string, path: string): JsonObject {
  const segments = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((segment, at) => {
      const [, before = '', name, after = ''] = PARAMETER.exec(segment) ?? [];
      const given = segments[at];
      if (name === undefined || given === undefined) return [];
      return [[name, percentDecoded(given.slice(before.length, given.length - after.length))]];
    }),
  );
}
