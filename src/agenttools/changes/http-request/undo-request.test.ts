import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import { parseJson } from '../../../foundation/exact-json.js';
import { undoRequest } from './undo-request.js';
import { lookAfter } from './resolve-request.js';

/** The path of the DELETE that takes back a POST with this answer, or why there is none, and what was read. */
async function undone(answer: JsonObject, stored: JsonObject, status = 404) {
  const asked: string[] = [];
  const headers = { 'content-type': 'application/json' };
  const exchange = ({ path }: { path: string }) => {
    asked.push(path);
    const found = Object.hasOwn(stored, path) ? { data: stored[path] } : undefined;
    return Promise.resolve({ status: found ? 200 : status, headers, text: JSON.stringify(found) });
  };
  const created = { methods: ['GET', 'DELETE'], pathTemplate: '/articles/{id}', at: '/data' };
  const facts = { rules: { action: 'create', secrets: [], created } };
  const payload = { method: 'POST', path_template: '/articles', path: '/articles' };
  const change = { payload, facts, answer, title: 'Make an article', isNew: true };
  const result = await undoRequest(change, { exchange } as unknown as ReadClient);
  return { is: 'why' in result ? result.why : result.payload['path'], asked };
}

const made = { id: 1, documentId: 'z5zb', title: 'One', api_key: 'secret' };

test.each<[string, JsonObject, JsonObject, number | undefined, string | RegExp]>([
  ['the id in its answer', made, { '/articles/1': made }, 404, '/articles/1'],
  ['an id that may not be read', made, {}, 403, '/articles/1'],
  ['another id, as Strapi 5 has', made, { '/articles/z5zb': made }, 404, '/articles/z5zb'],
  ['another object under that', made, { '/articles/z5zb': { documentId: 'y' } }, 404, /by hand/],
  ['nothing anywhere', made, {}, 404, /by hand/],
  ['a name alone', { name: 'One' }, { '/articles/One': { name: 'One' } }, 404, '/articles/One'],
  ['no id at all', { title: 'One' }, {}, 404, /by hand/],
])('what was made is deleted by %s', async (_name, answer, stored, status, expected) => {
  const { is, asked } = await undone(answer, stored, status);
  expect(is).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  expect(asked.join()).not.toContain('secret');
});

/** Why a PUT or DELETE is not taken back; each read carries its tenant. */
async function back(before: JsonObject, body: JsonObject, now: JsonObject, method = 'PUT') {
  const asked: unknown[] = [];
  const exchange = ({ headers: sent }: { headers?: JsonObject }) => {
    asked.push(sent);
    return Promise.resolve({ status: 200, headers: {}, text: JSON.stringify(now) });
  };
  const headers = { 'x-tenant': 'b', 'if-none-match': '*' };
  const remade = { pathTemplate: '/x', key: 'id', fields: ['id'], required: [] };
  const action = method === 'PUT' ? 'replace' : 'delete';
  const rules = { action, secrets: [], twin: { query: [] }, remade };
  const place = { path: '/x/1', headers: { 'x-tenant': 'b' } };
  const payload = { method, path_template: '/x/{id}', path: '/x/1', headers, body };
  const facts = { rules, twin: place, before };
  const change = { payload, facts, answer: {}, title: 'Put', isNew: false };
  const result = await undoRequest(change, { exchange } as unknown as ReadClient);
  expect(asked).toEqual(asked.map(() => place.headers));
  return 'why' in result ? result.why : result.payload['body'];
}

test.each<[string, Parameters<typeof back>, RegExp]>([
  ['a mask was read', [{ n: 1, token: '**1' }, { n: 2, token: 'x' }, {}], /secret as it was read/],
  ['an object was read', [{ role: { id: 1 } }, { role: 2 }, {}], /in role cannot be sent so/],
  ['it was archived', [{ id: 1 }, {}, { id: 1, archived: true }, 'DELETE'], /kept it/],
])('a change is taken back by hand where %s', async (_name, args, why) => {
  expect(await back(...args)).toMatch(why);
});

/** What is found of a PATCH whose answer was lost, where this is stored now. */
async function found(sent: string, stored: string): Promise<string> {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: stored };
  const read = { exchange: () => Promise.resolve(answer) } as unknown as ReadClient;
  const rules = { action: 'patch', secrets: [] };
  const compared = Object.keys(parseJson(sent) as JsonObject);
  const facts = { rules, twin: { path: '/x/1' }, hash: 'of what was there', compared };
  const change = { previewId: 'p', isEdited: false, read, facts };
  return (await lookAfter(`{"body":${sent}}`, change)).found;
}

test.each<[sent: string, stored: string, is: string]>([
  ['{"n":9007199254740993}', '{"n":"9007199254740993"}', 'done'],
  ['{"n":9007199254740993}', '{"n":"9007199254740992"}', 'unclear'],
  ['{"price":0.1}', '{"price":"0.10000000000000000000"}', 'done'],
  ['{"price":0.1}', '{"price":"0.2"}', 'unclear'],
  ['{"code":"007"}', '{"code":7}', 'unclear'],
  ['{"all":[{"n":1}]}', '{"all":[{"n":"1","made":"today"}]}', 'done'],
  ['{"__proto__":{"a":1}}', '{"b":1}', 'unclear'],
  ['{"constructor":{"name":"Object"}}', '{"b":1}', 'unclear'],
])('of %s with %s stored: %s', async (sent, stored, is) => {
  expect(await found(sent, stored)).toBe(is);
});
