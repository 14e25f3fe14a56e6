import { type JsonObject, isObject } from '../../../../foundation/json.js';
import { prepareDocument } from '../prepare-document.js';
import { OPTIONS } from '../../../../../test/support/openapi/one-operation.js';

// What stands in other files is not read: each such reference is named, and nothing is sent without it.

const LEADS_OUT = /This reference leads out of the document.*Bundle the document into one file/;
const ok = { responses: { 200: { description: 'ok' } } };

function prepare(paths: unknown, head: JsonObject = { openapi: '3.0.3' }, patterns = {}) {
  const text = JSON.stringify({ ...head, info: { title: 'Case', version: '1' }, paths });
  return prepareDocument(text, { ...OPTIONS, patterns });
}

const out = { $ref: 'elsewhere.yml#/x' };
const droplets = { '/droplets': { get: out, post: { $ref: 'resources/create.yml' } } };
const behind = { '/a': { get: { $ref: '#/paths/~1b/get' } }, '/b': { get: out } };
test.each<[string, unknown, string[], number, JsonObject?]>([
  ['operations (case 23)', droplets, ['GET /droplets', 'POST /droplets'], 2],
  ['a path', { '/a': { $ref: './paths/a.yaml' } }, ['/a'], 0],
  ['all paths', { $ref: 'paths.yaml' }, ['paths'], 0],
  ['a body', { '/a': { post: { ...ok, requestBody: out } } }, ['POST /a'], 1],
  ['a parameter', { '/a': { get: { ...ok, parameters: [out] } } }, ['GET /a'], 1],
  ['one of 2.0', { '/a': { parameters: [out], get: ok } }, ['GET /a'], 1, { swagger: '2.0' }],
  ['a reference behind another', behind, ['GET /a', 'GET /b'], 2],
])(
  '%s: each is named, and nothing is offered',
  (_name, paths, places, declared, head = undefined) => {
    const { findings, counts } = prepare(paths, head);
    expect(findings.map(({ where }) => where)).toEqual(places);
    for (const { level, message } of findings) {
      expect(level).toBe('error');
      expect(message).toMatch(LEADS_OUT);
    }
    expect(counts).toEqual({ declared, usable: 0, offered: 0 });
  },
);

test('a body that leads nowhere in the document is not left out in silence', () => {
  const requestBody = { $ref: '#/components/requestBodies/New' };
  const { findings, counts } = prepare({ '/a': { post: { ...ok, requestBody } } });
  expect(findings[0]?.message).toMatch(/its body is not known.*leads nowhere: #\/components/);
  expect(counts.usable).toBe(0);
});

test('answers in other files are named once each, and their operations offered', () => {
  const responses = { 200: { $ref: 'answers.yml#/List' }, 404: { $ref: 'answers.yml#/Gone' } };
  const schema = { $ref: 'schemas/pet.yml' };
  const inline = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const a = { get: { responses }, post: { responses } };
  const { findings, counts } = prepare({ '/a': a, '/b': { get: { responses: inline } } });
  const places = ['answers.yml#/List', 'answers.yml#/Gone', 'schemas/pet.yml'];
  expect(findings.map(({ where }) => where)).toEqual(places);
  expect(findings.every(({ message }) => LEADS_OUT.test(message))).toBe(true);
  expect(counts.offered).toBe(3);
});

test('methods that are not sent, and what is no operation, are counted and named', () => {
  const methods = { get: ok, options: ok, trace: ok, post: 'later', put: null };
  const { findings, counts } = prepare({ '/a': methods, 'x-notes': 'not a path' });
  expect(findings.map(({ level, where, message }) => `${level} ${where}: ${message}`)).toEqual([
    'error POST /a: Not offered: it is no operation object.',
    'warning OPTIONS /a: Not offered: its method is not sent.',
    'warning TRACE /a: Not offered: its method is not sent.',
  ]);
  expect(counts).toEqual({ declared: 4, usable: 1, offered: 1 });
});

test('what patterns leave out is known by name', () => {
  const refuse = ['DELETE **'];
  const { leftOut } = prepare({ '/a': { get: ok, delete: ok } }, undefined, { refuse });
  expect(leftOut).toEqual(['DELETE /a']);
});

test('case 22: merge keys of YAML', async () => {
  const document = `
openapi: 3.0.3
info: {title: Case, version: "1"}
x-common: &common
  parameters: [{name: tenant, in: query, required: true, schema: {type: string}}]
  responses: {"200": {description: ok}}
x-more: &more {summary: More}
paths:
  /a:
    get: {<<: *common, operationId: getA}
    post: {<<: [*common, *more], operationId: postA, parameters: []}
  /b:
    get: {"<<": text, operationId: getB, responses: {}}
`;
  expect(
    prepareDocument(document, OPTIONS).operations.map(({ id, title, argumentSchema }) => {
      const { properties, required = [] } = argumentSchema;
      return [id, title, isObject(properties) ? Object.keys(properties) : [], required];
    }),
  ).toEqual([
    ['getA', 'GET /a', ['tenant'], ['tenant']],
    ['postA', 'More', [], []],
    ['getB', 'GET /b', [], []],
  ]);
});
