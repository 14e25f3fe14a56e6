import { beforeAll, expect, it } from '@jest/globals';
import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { call } from '../support/call.js';
import { startTestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

interface Context {
  context_type: string;
  examples: number;
  found: number;
  first: number;
  misses: {
    tool: string;
    example: string;
    rank: number;
    before: { name: string; score: number }[];
  }[];
  shadows: { tools: [string, string]; counts: [number, number]; mutual: boolean }[];
  tools: { name: string; examples: number; found: number; first: number }[];
}
interface Tool {
  name: string;
  groups: string[];
  examples: string[];
}

const server = useOpened(() => startTestServer({ env: { EMBEDDER: 'local' } }));
let contexts: Context[];
let tools: Tool[];
const check = (url = server.url) => call(url, 'GET /v1/agent/tools/check');
beforeAll(async () => {
  tools = (await call(server.url, 'GET /v1/agent/tools')).body.items;
  const answer = await check();
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ top_k: 6, held_out: true });
  contexts = answer.body.contexts;
});

const sum = (of: Context, field: 'examples' | 'found' | 'first') =>
  of.tools.reduce((total, tool) => total + tool[field], 0);

it('counts every example of every tool of a context once', () => {
  expect(contexts.map((one) => one.context_type)).toEqual(
    builtInAgents.list.map((one) => one.contextType),
  );
  for (const context of contexts) {
    const examples = new Map(tools.map((tool) => [tool.name, tool.examples.length]));
    for (const tool of context.tools) expect(tool.examples).toBe(examples.get(tool.name));
    for (const field of ['examples', 'found', 'first'] as const) {
      expect(sum(context, field)).toBe(context[field]);
    }
    expect(context.misses).toHaveLength(context.examples - context.found);
  }
});

it('says why there is none without an embedder', async () => {
  const bare = await startTestServer({ env: { EMBEDDER: 'none' }, db: server.db });
  const { status, body } = await check(bare.url);
  expect([status, body.error.code]).toEqual([503, 'index_error']);
  expect(body.error.message).toContain('EMBEDDER=none');
  await bare.close();
});
