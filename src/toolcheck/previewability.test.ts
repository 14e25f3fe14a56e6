import { stringify } from 'yaml';
import { defaultDocumentLimits as limits } from '../agenttools/sources/openapi/document/parse-text.js';
import { prepareDocument } from '../agenttools/sources/openapi/prepare-document.js';
import {
  lackedBy,
  previewabilityLines,
  previewabilityOf,
  proposeOverlay,
} from './previewability.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const order = { $ref: '#/components/schemas/Order' };
const told = (more: object = {}) => ({ 200: { description: 'ok', ...json(order), ...more } });
const key = { in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } };
const dry = { in: 'query', name: 'dry_run', schema: { type: 'boolean' } };
const text = { type: 'string' };
const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } };
const empty = { 204: { description: 'done' } };

const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  components: { schemas: { Order: { type: 'object', properties: { id: text, note: text } } } },
  paths: {
    '/orders': { post: { parameters: [key], requestBody: json(order), responses: told() } },
    '/orders/{id}': {
      parameters: [id],
      get: { responses: told({ headers: { etag: { schema: { type: 'string' } } } }) },
      put: { parameters: [dry], requestBody: json(order), responses: told() },
      delete: { responses: empty },
    },
    '/orders/{id}/ship': { post: { parameters: [id], responses: empty } },
    "/it's/{id}": { put: { parameters: [id], requestBody: json(order), responses: empty } },
  },
};

function operations(overlay?: string) {
  const options = { source: 'shop', patterns: {}, limits, examples: {}, budget: 3000, overlay };
  return prepareDocument(JSON.stringify(document), options).operations;
}

const at = (method: string, path: string, overlay?: string) =>
  operations(overlay).find((one) => one.method === method && one.pathTemplate === path)!;

test('says of each change what its previews will have, and of what it makes or reads nothing that it has no use for', () => {
  expect(previewabilityOf(at('POST', '/orders'))).toEqual({
    'read twin': undefined,
    ETag: undefined,
    'dry run': false,
    undo: true,
    'idempotency key': true,
  });
  expect(lackedBy(at('PUT', '/orders/{id}'))).toEqual([]);
  // It is made again with the id that it had.
  expect(lackedBy(at('DELETE', '/orders/{id}'))).toEqual(['dry run']);
  expect(lackedBy(at('POST', '/orders/{id}/ship'))).toHaveLength(5);
  expect(lackedBy(at('PUT', "/it's/{id}"))).toEqual(['read twin', 'ETag', 'dry run', 'undo']);
  expect(previewabilityOf(at('GET', '/orders/{id}'))).toEqual({});
});

test('counts them, of those that could have each', () => {
  const lines = previewabilityLines(operations(), true);
  const counts = lines.slice(1, 6).map((line) => line.trim().replace(/ +/g, ' '));
  const twins = ['read twin 2 of 4', 'ETag 2 of 4', 'dry run 1 of 5', 'undo 3 of 5'];
  expect(counts).toEqual([...twins, 'idempotency key 1 of 2']);
  expect(lines).toContain('  PUT /orders/{id} lacks nothing');
  expect(previewabilityLines([], true)).toEqual([]);
});

test('what other places suggest is proposed, and once it is taken it counts; dry runs never are', () => {
  const actions = proposeOverlay(document, operations());
  const found = actions.map(({ target }) => target);
  expect(found).toEqual([String.raw`$.paths['/it\'s/{id}']`, "$.paths['/orders/{id}/ship'].post"]);
  const overlay = stringify({ overlay: '1.0.0', info: { title: 'o', version: '1' }, actions });
  expect(overlay).not.toContain('dry_run');
  expect(lackedBy(at('PUT', "/it's/{id}", overlay))).toEqual(['ETag', 'dry run']);
  expect(lackedBy(at('POST', '/orders/{id}/ship', overlay))).not.toContain('idempotency key');
});
