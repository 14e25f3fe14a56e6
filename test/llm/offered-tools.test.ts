import { createCatalog } from '../../src/agenttools/catalog.js';
import { FIND_TOOLS } from '../../src/agentloop/find-tools.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { FakeSearch, agentWith, runToEnd, tool } from '../support/loop.js';
import type { FakeRequest } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { useOpened } from '../support/use-opened.js';
import { providerOf } from './support.js';

/** Forty tools, ranked by their numbers. */
const tools = Array.from({ length: 40 }, (_, at) =>
  tool(`note_${at + 10}`, { examples: ['show me the rule for the index alone'] }),
);
const scores = Object.fromEntries(tools.map(({ name }, at) => [name, 1 - at / 100]));

interface Spec {
  name: string;
  description: string;
}

const inFunctions = ({ tools }: FakeRequest['body']): Spec[] =>
  tools.map((one: { function: Spec }) => one.function);

/** Where each API has a request's tools. */
const toolsIn: Record<FakeName, (body: FakeRequest['body']) => Spec[]> = {
  gemini: ({ tools }) => tools[0].functionDeclarations,
  ollama: inFunctions,
  openai: inFunctions,
  anthropic: ({ tools }) => tools,
};

const core = ['note_48', 'note_49'];
const ranked = [10, 11, 12, 13, 14, 15].map((number) => `note_${number}`);

describe.each(fakeNames)('%s', (name) => {
  const fake = useOpened(() => FakeServer.start(fakeApis[name]));

  test('gets two core tools, six ranked and find_tools, then what was found, no other in a description, and no examples', async () => {
    const call = { name: FIND_TOOLS, arguments: { query: 'note_30' } };
    fake.script([[{ call }], [{ text: 'Done.' }]]);
    const index = new FakeSearch(() => scores);
    const limits = { index, topK: 6, minScore: 0, logger: silentLogger };
    const selection = { catalog: createCatalog(tools), ...limits };
    const { llm } = providerOf(fake.env);
    await runToEnd({ llm, tools, request: { agent: agentWith(core) }, deps: { selection } });
    expect(JSON.stringify(fake.requests.map(({ body }) => body))).not.toMatch(
      /for the index alone|"effect"/,
    );
    const asked = fake.requests.map(({ body }) => toolsIn[name](body));
    expect(asked.map((list) => list.map((one) => one.name))).toEqual([
      [...core, ...ranked, FIND_TOOLS],
      [...core, ...ranked, FIND_TOOLS, 'note_30'],
    ]);
    for (const { name: own, description } of asked.flat())
      expect(description.match(/note_\d+/g) ?? []).toEqual(own === FIND_TOOLS ? [] : [own]);
  });
});
