import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import { defaultDocumentLimits } from '../../sources/openapi/document/document-limits.js';
import { prepareDocument } from '../../sources/openapi/prepare-document.js';
import { httpRequestKind } from './http-request-kind.js';
import { proposeRequest } from './propose-request.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** How a backend wraps what it answers and takes. */
interface Wrapping {
  read: (object: JsonObject) => JsonObject;
  body: (object: JsonObject) => JsonObject;
}

const same = (object: JsonObject): JsonObject => object;
const PLAIN: Wrapping = { read: same, body: same };
const resource = ({ id, ...attributes }: JsonObject): JsonObject => ({
  data: { type: 'posts', ...(id === undefined ? {} : { id }), attributes },
  links: {},
});
const WRAPPINGS: Readonly<Record<string, Wrapping>> = {
  'data, as Directus and Laravel': { read: (data) => ({ data }), body: same },
  'data with more beside it': { read: (data) => ({ status: 'ok', data, meta: {} }), body: same },
  result: { read: (result) => ({ success: true, errors: [], result }), body: same },
  item: { read: (item) => ({ item }), body: same },
  'the singular of the path': { read: (post) => ({ post }), body: same },
  'data in both, as Strapi': { read: (data) => ({ data, meta: {} }), body: (data) => ({ data }) },
  'the singular in what is sent, as Rails': { read: same, body: (post) => ({ post }) },
  'two levels': { read: (post) => ({ data: { post } }), body: same },
  'JSON:API': {
    read: resource,
    body: (object) => ({ data: { id: '7', ...(resource(object)['data'] as JsonObject) } }),
  },
};

const FIELDS: Readonly<Record<string, JsonObject>> = {
  title: { type: 'string' },
  status: { type: 'string' },
  count: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
  data: { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } },
};
const values: Record<string, fc.Arbitrary<unknown>> = {
  title: fc.string(),
  status: fc.constantFrom('draft', 'published', null),
  count: fc.integer(),
  tags: fc.array(fc.string(), { maxLength: 3 }),
  data: fc.record({ x: fc.integer(), y: fc.integer() }),
};
const objects = fc
  .record(values, { requiredKeys: ['title'] })
  .map((fields): JsonObject => ({ id: '7', ...fields }));
const bodies = fc.record(values, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0);

/** The schema of a value as an example shows it, with the fields of the object where it stands. */
function schemaOf(value: unknown, isObject: (one: unknown) => boolean): JsonObject {
  if (isObject(value)) {
    const own = (value as JsonObject)['id'] === undefined ? {} : { id: { type: 'string' } };
    return { type: 'object', properties: { ...own, ...FIELDS } };
  }
  if (Array.isArray(value)) return { type: 'array', items: {} };
  if (typeof value !== 'object' || value === null) return { type: 'string' };
  const inner = Object.entries(value).map(([key, one]) => [key, schemaOf(one, isObject)]);
  return { type: 'object', properties: Object.fromEntries(inner) };
}

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const EXAMPLE: JsonObject = { id: '7', title: 'MARK' };
const isObjectHere = (one: unknown): boolean => (one as JsonObject | null)?.['title'] === 'MARK';

/** The rules of one operation on posts, with the answers declared or not. */
function rulesOf(method: string, { read, body }: Wrapping, isDeclared: boolean) {
  const answer = schemaOf(read(EXAMPLE), isObjectHere);
  const ok = { 200: { description: 'ok', ...(isDeclared ? json(answer) : {}) } };
  const sent = schemaOf(body({ title: 'MARK' }), isObjectHere);
  const operation = { requestBody: { required: true, ...json(sent) }, responses: ok };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const path = { parameters, get: { responses: ok }, [method]: operation };
  const document = { openapi: '3.1.0', info: {}, paths: { '/posts/{id}': path } };
  const { operations } = prepareDocument(JSON.stringify(document), {
    ...{ source: 'x', patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
  });
  const rules = operations.find(({ reads }) => !reads)?.rules;
  if (rules === undefined) throw new Error('no rules');
  return rules;
}

const readOf = (value: JsonObject): ReadClient =>
  ({
    access: 'read',
    exchange: async () => ({ status: 200, headers: {}, text: JSON.stringify(value) }),
  }) as unknown as ReadClient;

/** All that a card says of a change, and what undoing it would send. */
async function seen(
  method: string,
  wrapping: Wrapping,
  rules: RequestRules,
  { object, body }: { object: JsonObject; body: JsonObject },
) {
  const payload: RequestPayload = {
    ...{ method: method.toUpperCase(), path_template: '/posts/{id}', path: '/posts/7' },
    ...{ body: wrapping.body(body), content_type: 'application/json' },
  };
  const read = readOf(wrapping.read(object));
  const { extra = {}, facts = {} } = await proposeRequest(
    { payload, rules, title: 'Change', description: 'Change' },
    read,
  );
  const change = { title: 'Change', payload, facts, answer: undefined, isNew: false };
  const undone = await httpRequestKind.undo?.(change, read);
  const { before, after, diff, dropped, protection, reversible, notes, target } = extra;
  const sent = undone !== undefined && 'payload' in undone ? undone.payload['body'] : undone;
  return {
    ...{ before, after, diff, dropped, protection, reversible, notes },
    label: (target as JsonObject)['label'],
    undo: sent,
  };
}

describe.each(Object.entries(WRAPPINGS))('wrapped in %s', (_name, wrapping) => {
  test.each([
    ['patch', true],
    ['patch', false],
    ['put', true],
    ['put', false],
  ])('a %s shows and undoes the same as without (declared: %s)', async (method, isDeclared) => {
    const rules = rulesOf(method, wrapping, isDeclared);
    const plainRules = rulesOf(method, PLAIN, isDeclared);
    await holds([objects, bodies], { numRuns: 60 }, async (object, body) => {
      const plain = await seen(method, PLAIN, plainRules, { object, body });
      const wrapped = await seen(method, wrapping, rules, { object, body });
      const { undo } = plain;
      const isSent = undo !== undefined && !('why' in (undo as JsonObject));
      expect(wrapped).toEqual({
        ...plain,
        undo: isSent ? wrapping.body(undo as JsonObject) : undo,
      });
    });
  });
});
