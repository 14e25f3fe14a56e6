import { SettingsReader } from '../../foundation/settings-reader.js';
import { newId } from '../../foundation/ids.js';
import { defaultChatLimits } from '../../agentapi/route-limits.js';
import { readKnowledgeAgentSettings } from './plugin.js';
import { collectAnswer, toKnowledgeRequest } from './routes/knowledge.controller.js';

describe('settings', () => {
  const settings = (env: Record<string, string>) =>
    readKnowledgeAgentSettings(new SettingsReader(env));

  test('nothing outside is asked unless it is configured', () => {
    expect(settings({})).toEqual({ perplexity: undefined, variants: true });
    expect(settings({ QUERY_VARIANTS: 'off' }).variants).toBe(false);
  });

  const api = 'https://api.perplexity.ai';
  const own = { PERPLEXITY_BASE_URL: 'http://127.0.0.1:9/', PERPLEXITY_MODEL: 'own' };
  test.each<[Record<string, string>, object]>([
    [{ PERPLEXITY_API_KEY: 'k' }, { baseUrl: api, apiKey: 'k', model: 'sonar' }],
    [own, { baseUrl: 'http://127.0.0.1:9', model: 'own' }],
  ])('%j', (env, perplexity) => expect(settings(env).perplexity).toEqual(perplexity));
});

async function* frames(...events: readonly [string, object][]) {
  for (const [at, [event, data]] of events.entries())
    yield `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

test('a form in place of the answer of a run is a sentence with a link to it', async () => {
  const run = frames(
    ['run_start', { run_id: 'r', conversation_id: 'c', context_type: 'knowledge' }],
    ['operation_form', { form_id: 'f', operations: [{ title: 'Search the handbook' }] }],
    ['message_complete', { finish_reason: 'stop', turns: 1, usage: {} }],
  );
  const answer = 'What fits: “Search the handbook”. Fill it in here: /#/chat/c';
  expect(await collectAnswer(run)).toMatchObject({ answer, session_id: 'c', turns: 1 });
});

test('a session of questions is one conversation, however its id is written', () => {
  const id = newId();
  const asked = (session_id: string) =>
    toKnowledgeRequest({ query: 'What is a dry dock?', session_id }, defaultChatLimits);
  expect(asked(id).conversationId).toBe(id);
  expect(asked(id.toUpperCase())).toEqual(asked(id));
});
