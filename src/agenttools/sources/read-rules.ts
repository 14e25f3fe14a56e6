import { configError } from '../../foundation/errors.js';

/** Example: `PUT /v1/rules/:id/full?dry_run=true`, with `*` in place of `:id`. */
export type ReadRule = string;

export interface RequestTarget {
  method: string;
  /** The decoded segments of its path; a slash at the end is an empty last one. */
  segments: readonly string[];
  query: URLSearchParams;
}

export type IsRead = (target: RequestTarget) => boolean;

/** GET, HEAD, and QUERY (of OpenAPI 3.2), which is a GET with a body. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

interface ParsedRule {
  method: string;
  segments: readonly string[];
  query: readonly (readonly [string, string])[];
}

/** Compiles a source's read rules; rejects a rule of another form with `config_error`. */
export function readsOf(rules: readonly ReadRule[]): IsRead {
  const parsed = rules.map(parseRule);
  return (request) =>
    SAFE_METHODS.has(request.method) || parsed.some((rule) => covers(rule, request));
}

function parseRule(rule: ReadRule): ParsedRule {
  const [method = '', target = '', ...rest] = rule.split(' ');
  const [path = '', search = ''] = target.split('?', 2);
  const such = '"POST /v1/search" or "PUT /v1/rules/*/full?dry_run=true"';
  if (!/^[A-Z]+$/.test(method) || !path.startsWith('/') || rest.length > 0)
    throw configError(`"${rule}" is no read rule: write a method and a path, such as ${such}.`);
  const segments = path.split('/').filter((segment) => segment !== '');
  return { method, segments, query: [...new URLSearchParams(search)] };
}

function covers(rule: ParsedRule, { method, segments, query }: RequestTarget): boolean {
  return (
    method === rule.method &&
    segments.length === rule.segments.length &&
    rule.segments.every((wanted, at) => wanted === '*' || wanted === segments[at]) &&
    // A repeated parameter could be read either way by the backend, so it must be there once.
    rule.query.every(([name, value]) => hasOnly(query, name, value))
  );
}

export function hasOnly(query: URLSearchParams, name: string, value: string): boolean {
  return query.getAll(name).length === 1 && query.get(name) === value;
}
