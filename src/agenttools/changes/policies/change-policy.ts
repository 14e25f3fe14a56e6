import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  matchesGlob,
  matchesOperation,
  type FilteredOperation,
} from '../../sources/openapi/filter/operation-filter.js';
import type { TracedValue } from '../trace-values.js';
import { HTTP_REQUEST, type RequestPayload } from '../http-request/request-payload.js';
import { MCP_CALL } from '../mcp-call/mcp-call.js';
import { percentDecoded } from '../../../foundation/parse-url.js';
import { readPathKey } from '../../sources/openapi/document/path-key.js';

/** `preview`: a person decides; `approver`: one with this role does before; `direct`: applied at once; `refuse`: not proposed. */
export type PolicyDecision =
  | { policy: 'preview' }
  | { policy: 'direct' }
  | { policy: 'approver'; role: string }
  | { policy: 'refuse'; reason?: string };

/** One line of a source's policies: the first that fits a change decides. */
export interface PolicyRule {
  patterns?: readonly string[];
  /** Values of the change by place, as globs of which any fits: `body.environment`; `origin`: where they come from. */
  when: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  roles?: readonly string[];
  decision: PolicyDecision;
}

/** The most changes of a source in one set; absent: as many as a set takes. */
export interface SetLimits {
  changes?: number;
  deletes?: number;
}

export interface ChangePolicies {
  rules: readonly PolicyRule[];
  limits: SetLimits;
}

interface PolicySubject {
  matches(pattern: string): boolean;
  /** What is sent: `path`, `query` and `body` of a request, `arguments` of a call, or the `payload` of a plugin's kind. */
  values: JsonObject;
}

export interface AskedBy {
  roles: readonly string[];
  /** Where its values come from; unknown for what no conversation proposed. */
  origins: readonly Pick<TracedValue, 'origin'>[];
}

export interface PolicyBook {
  policyOf(source: string, payload: JsonObject, by: AskedBy, kind: string): PolicyDecision;
  limitsOf(source: string, kind: string): SetLimits;
}

/** Where nothing is said, a person decides. */
export const noPolicies: ChangePolicies = { rules: [], limits: {} };

export const noPolicyBook: PolicyBook = {
  policyOf: () => ({ policy: 'preview' }),
  limitsOf: () => ({}),
};

/** What the first fitting rule says; without one, a person decides. */
export function decide(
  { rules }: ChangePolicies,
  subject: PolicySubject,
  { roles, origins }: AskedBy = { roles: [], origins: [] },
): PolicyDecision {
  const values = { ...subject.values, origin: origins.map(({ origin }) => origin) };
  const rule = rules.find(
    (one) =>
      (one.patterns?.some((pattern) => subject.matches(pattern)) ?? true) &&
      (one.roles?.some((role) => roles.includes(role)) ?? true) &&
      Object.entries(one.when).every(([place, wanted]) => fits(values, place, wanted)),
  );
  return rule?.decision ?? { policy: 'preview' };
}

/** The patterns of policies that `means` finds nothing for: most likely a mistake in writing. */
export function unusedPolicyPatterns(
  { rules }: ChangePolicies,
  means: (pattern: string) => boolean,
): string[] {
  const patterns = new Set(rules.flatMap((rule) => rule.patterns ?? []));
  return [...patterns].filter((pattern) => !means(pattern));
}

function fits(
  values: JsonObject,
  place: string,
  wanted: readonly (string | number | boolean)[],
): boolean {
  return valuesAt(values, place.split('.')).some((value) =>
    // A value is no path: a star stands for anything.
    wanted.some((one) => matchesGlob(String(one).replaceAll('*', '**'), String(value))),
  );
}

/** The scalars at a place; of a list, those of any of its items. */
function valuesAt(values: JsonObject, steps: readonly string[]): unknown[] {
  let found: unknown[] = [values];
  for (const step of steps) {
    found = found.flatMap(itemsOf).flatMap((value) => {
      return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
    });
  }
  return found.flatMap(itemsOf).filter((value) => !isObject(value) && !Array.isArray(value));
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** True for a kind of change that a plugin brought, such as a draft's; the others have the policies of their source. */
export function isPluginKind(kind: string): boolean {
  return kind !== HTTP_REQUEST && kind !== MCP_CALL;
}

/** The policies of sources, and with them those of the kinds of change that plugins bring. */
export function withPluginPolicies(sources: PolicyBook, own: ChangePolicies): PolicyBook {
  return {
    policyOf: (source, payload, by, kind) => {
      if (!isPluginKind(kind)) return sources.policyOf(source, payload, by, kind);
      // Patterns mean the kind, or the source of the tool that proposed it.
      const matches = (pattern: string) =>
        matchesGlob(pattern, kind) || matchesGlob(pattern, source);
      return decide(own, { matches, values: { payload } }, by);
    },
    limitsOf: (source, kind) => (isPluginKind(kind) ? own.limits : sources.limitsOf(source, kind)),
  };
}

export function requestSubject(
  payload: JsonObject,
  operations: readonly FilteredOperation[],
): PolicySubject {
  const request = payload as RequestPayload;
  const { method, path_template: template, path, query, body, content_type: type } = request;
  const isForm = /^application\/x-www-form-urlencoded/i.test(type ?? '');
  const operation = operations.find(
    (one) => one.method === method && one.pathTemplate === template,
  ) ?? { id: '', toolName: '', tags: [], method, pathTemplate: template };
  return {
    matches: (pattern) => matchesOperation(pattern, operation),
    values: {
      path: pathValues(readPathKey(template).path, path),
      query: valuesOf(query ?? ''),
      body: typeof body === 'string' && isForm ? valuesOf(body) : body,
    },
  };
}

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
