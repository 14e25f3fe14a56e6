import { newId } from '../../src/foundation/ids.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';
import {
  deep,
  HostileClient,
  inField,
  keys,
  list,
  MAX_CPU_MS,
  type Hostile,
} from '../support/hostile.js';
import { says, ScriptedModel } from '../support/scripted-model.js';
import { type Route, useServer } from '../support/server.js';
import { isThin } from '../support/database.js';
import { useOpened } from '../support/use-opened.js';

/* What one hostile body costs the thread that serves everybody, on every route there is. */

const client = useOpened(() => new HostileClient());
const server = useServer(() => {
  const llm = new ScriptedModel(Array.from({ length: 5000 }, () => [says('ok')]));
  return { llm, env: { MAX_RUNS_PER_USER: '10000' } };
});
let document: JsonObject;
beforeAll(async () => void (document = (await server.call('GET /openapi.json')).body));

/** Refused while it is read, wherever it stands in a body. */
const beyond: Record<string, Hostile> = {
  '0.4 MB of keys': keys(36_000),
  '4 MB of keys': keys(360_000),
  '0.4 MB of one key': keys(66_000, '"a":1'),
  '200,000 levels': deep('[', ']', 200_000),
  '1.3 million {}': list('{}', 1_300_000),
  'a __proto__': keys(1, '"__proto__":{"a":1}'),
  'a constructor': keys(1, '"constructor":{"prototype":{"a":1}}'),
};

/** As much as a body may hold: what comes behind the parser has to look at it. */
const within: Record<string, Hostile> = {
  '11,900 keys': keys(11_900),
  '28 levels': deep('{"a":', '}', 28),
  '1,990 {}': list('{}', 1_990),
  '9,900 {}': list('{}', 9_900),
  '19,000 {}': list('{}', 19_000),
  '39,000 texts': list('"t#"', 39_000, true),
  '39,000 numbers of many digits': list('0.10000000000000000001', 39_000),
  '1,990 objects of a field': list('{"role":"x"}', 1_990),
};

/** The fields that the document states for a route's body; some that chats have for routes that it leaves out. */
function fieldsOf({ method, path }: Route): string[] {
  const stated = document['paths'] as Record<string, Record<string, JsonObject>>;
  const operation = stated[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const text = JSON.stringify(operation?.['requestBody'] ?? {});
  const name = /#\/components\/schemas\/(\w+)/.exec(text)?.[1] ?? '';
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  const properties = schemas[name]?.['properties'];
  const usual = ['messages', 'context', 'config', 'params'];
  return isObject(properties) ? Object.keys(properties) : usual;
}

test('no body keeps the main thread for long, whatever route it is sent to', async () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const writing = server.routes.filter(({ method }) => methods.includes(method));
  expect(writing.length).toBeGreaterThan(40);
  const slow: string[] = [];
  // In `.ci/run` each route gets every fourth of them, starting at another one.
  const step = isThin ? 4 : 1;
  for (const [nth, route] of writing.entries()) {
    const url = `${server.url}${route.path.replaceAll(/:\w+/g, newId())}`;
    const bodies = Object.entries(beyond);
    for (const field of fieldsOf(route))
      for (const [name, value] of Object.entries(within))
        bodies.push([`${field}: ${name}`, inField(field, value)]);
    for (const [name, body] of bodies.filter((_body, at) => (at + nth) % step === 0)) {
      const { ms } = await client.leastCost(url, route.method, body);
      if (ms > MAX_CPU_MS) slow.push(`${route.method} ${route.path}, ${name}: ${ms} ms`);
    }
  }
  expect(slow).toEqual([]);
}, 600_000);

const CONTEXT = '{"message":"hi","context_type":"workflow","context":{';

test.each<[string, string, Hostile]>([
  ['a batch for MCP', '/mcp', list('{"jsonrpc":"2.0","id":#,"method":"ping"}', 3_900, true)],
  ['a batch of notifications', '/mcp', list('{"jsonrpc":"2.0","method":"x"}', 5_900)],
  ['a batch of nothing', '/mcp', list('{}', 19_000)],
  ['a context of a chat', '/v1/agent/chat', { ...keys(11_900), prefix: CONTEXT, suffix: '}}' }],
])('%s costs no more', async (_name, path, body) => {
  const costs = [];
  for (let time = 1; time <= 8; time += 1)
    costs.push((await client.cost(`${server.url}${path}`, 'POST', body)).ms);
  expect(Math.min(...costs)).toBeLessThan(MAX_CPU_MS);
});
