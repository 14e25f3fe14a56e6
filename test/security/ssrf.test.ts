import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';
import { useServer } from '../support/server.js';
import { serve } from '../support/http-server.js';
import { calls, playing, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

/** Something inside the network that nobody outside may have called; it counts who comes. */
const inside = useOpened(() => serve((_request, response) => void response.end('secret')));
let visits = 0;
let forms: string[];
let model: ScriptedModel;

beforeAll(() => {
  inside.server.on('connection', () => (visits += 1));
  const { port } = inside;
  forms = [
    ...[`http://127.0.0.1:${port}/`, `http://localhost:${port}/x`, `//127.0.0.1:${port}/x`],
    ...[`http://2130706433:${port}/`, `http://[::ffff:7f00:1]:${port}/`],
    `/../../@127.0.0.1:${port}/`,
  ];
});
const server = useServer(() => {
  const many = { MAX_CALLS_PER_TURN: '1000', MAX_TOOL_CALLS: '10000', MAX_RUNS_PER_USER: '100' };
  // Without an embedder all tools of a context are offered.
  return { env: many, llm: playing(() => model) };
});

/** A value that fits the schema, with the address in every text that may be any. */
function filled(schema: JsonObject, address: string): unknown {
  const { type, properties, items } = schema;
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [filled(isObject(items) ? items : {}, address)];
  if (!isObject(properties)) return type === 'object' ? { url: address } : address;
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, of]) => [name, filled(of as JsonObject, address)]));
}

test('an address that is named to a tool is called by none of them, in whatever spelling', async () => {
  const ran = new Set<string>();
  const succeeded = new Set<string>();
  for (const { contextType } of builtInAgents.list) {
    const everything: ScriptTurn = ({ tools }) =>
      tools.flatMap(({ name, inputSchema }) =>
        // Those of several agents are the same.
        ran.has(name)
          ? []
          : forms.map((form) => calls(name, filled(inputSchema, form) as JsonObject)),
      );
    model = new ScriptedModel([everything, ...Array<ScriptTurn>(9).fill([says('Done.')])]);
    const context = { url: forms[0], kb_id: forms[0], page: forms[1] };
    const message = `Read ${forms.join(' and ')}`;
    const events = await server.chat({ message, context_type: contextType, context });
    for (const { event, data } of events) {
      if (event !== 'tool_call_result') continue;
      ran.add(data.name);
      if (!data.is_error) succeeded.add(data.name);
    }
  }
  const { body } = await server.call('GET /v1/agent/tools');
  expect([...ran].sort()).toEqual(body.items.map(({ name }: { name: string }) => name).sort());
  expect(succeeded.size).toBeGreaterThan(10);
  expect(visits).toBe(0);
  await fetch(forms[0] as string);
  expect(visits).toBe(1);
});
