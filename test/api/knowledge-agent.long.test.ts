import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { addDocument, refusal, startTestServer, useServer } from '../support/server.js';
import { perplexity, type FakeFinding } from '../support/fakes/perplexity.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import {
  calls,
  says,
  ScriptedModel,
  thinks,
  type ScriptTurn,
  numberOf,
  resultsIn,
} from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

const HANDBOOK = `# Receiving

## Rejected goods

Rejected goods are kept in the blocked area for 30 days and then sent back.

## Inspection

Every tenth pallet is opened and counted.`;

const QUESTION = 'How long do we keep rejected goods?';
const script = new ScriptedModel();
let finding: FakeFinding = { answer: '', pages: [] };

let documentId: string;

const outside = useOpened(() => FakeServer.start(perplexity(() => finding)));
const server = useServer(() => ({ env: outside.env, llm: script }));
beforeAll(async () => {
  documentId = await addDocument(server.url, 'Receiving handbook', HANDBOOK);
});
beforeEach(() => void script.play());

async function ask(query: string, turns: readonly ScriptTurn[], more: JsonObject = {}) {
  script.play(...turns);
  const answer = await server.call('POST /api/chat/query', { query, ...more });
  script.expectUsedUp();
  return answer;
}

const search = (query = 'rejected goods kept', more: JsonObject = {}) =>
  calls('knowledge_base_search', { query, ...more });
const USED = { used_internal_kb: true, used_external_kb: false };
const respond = (answer: string, sources: unknown[] = ['1'], more: JsonObject = {}) =>
  calls('generate_response', { answer, sources, confidence: 0.9, ...USED, ...more });

type Cited = { citations: { number: number }[] };
interface Result extends JsonObject {
  error?: { code: string; message: string };
  answer?: string;
  citations?: { number: number }[];
  earlier_outside_results?: Cited[];
}
const results = (messages: readonly LlmMessage[] = script.last.messages): Result[] =>
  resultsIn(messages);

const respondCiting: ScriptTurn = ({ messages }) => {
  const number = numberOf('30 days', messages);
  return [respond(`They are kept for 30 days [${number}].`, [`${number}`])];
};

describe('the knowledge base suffices', () => {
  test('the answer comes with the source that was read', async () => {
    const { status, body } = await ask(QUESTION, [[search()], respondCiting]);
    const source = { number: 1, type: 'internal', document_id: documentId };
    const quote = expect.stringContaining('30 days');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...USED,
      answer: 'They are kept for 30 days [1].',
      confidence_score: 0.9,
      turns: 2,
      removed_sources: [],
      sources: [{ ...source, title: 'Receiving handbook', quote }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('a session remembers what was asked and answered', async () => {
    const first = await ask(QUESTION, [[search()], respondCiting]);
    const session_id = first.body['session_id'];
    const citingOld: ScriptTurn = ({ messages }) => {
      const old = numberOf('30 days', messages);
      const fresh = numberOf('30 days', messages.slice(-1));
      return [respond(`In the blocked area [${fresh}], as was said [${old}].`, [])];
    };
    const second = await ask('And where?', [[search()], citingOld], { session_id });
    // A number of the earlier run stands for nothing here, and never for another block.
    expect(second.body).toMatchObject({
      answer: expect.stringMatching(/^In the blocked area \[1\], as was said\.\n\nNote: One of/),
      sources: [{ quote: expect.stringContaining('30 days') }],
      session_id,
    });
    const said = script.last.messages.filter(({ role }) => role !== 'tool').slice(0, 4);
    const before = [QUESTION, '', '', 'They are kept for 30 days [1].'];
    expect(said.map(({ content }) => content)).toEqual(before);
  });

  test('a stream shows the citation, then the text, and nothing that the model says itself', async () => {
    script.play([thinks('Hm.'), says('Let me look.'), search()], respondCiting);
    const events = await server.chat({ message: QUESTION, context_type: 'knowledge' });
    const shown = events.filter(({ event }) => ['citation', 'content_chunk'].includes(event));
    const names = shown.map(({ event }) => event).join(' ');
    expect(names).toBe('content_chunk citation content_chunk content_chunk');
    expect(JSON.stringify(events)).not.toContain('Hm.');
    expect(JSON.stringify(shown)).not.toContain('Let me look');
    expect(events.at(-1)?.event).toBe('message_complete');
  });
});

describe('the knowledge base does not suffice', () => {
  const pages = [
    { url: 'https://law.example/waste', title: 'Waste law', snippet: 'Kept for 14 days.' },
    { url: 'javascript:alert(1)', title: 'Bad page' },
  ];
  const COST = 'What does pallet pooling cost?';
  const asked = { query: 'pallet pooling fees 2026', context: 'nothing' };
  const outsideTurn = [calls('perplexity_search', asked)];
  const keywords = ['pallet pooling', 'Pallet  Pooling', 'pooling fees', 'EPAL exchange'];

  test('nothing is asked outside before the own search was read', async () => {
    finding = { answer: 'It costs 3 €.', pages };
    const { status } = await ask(COST, [
      outsideTurn,
      ({ messages }) => {
        expect(messages.at(-1)?.content).toContain('perplexity_search was not run');
        return [search('pallet pooling')];
      },
      respondCiting,
    ]);
    expect(status).toBe(200);
  });

  test('an outside answer is cited, indexed, and found by a later question', async () => {
    finding = { answer: 'It costs 3 € [1], or more [2].', pages };
    const { body } = await ask(COST, [
      [search('pallet pooling')],
      outsideTurn,
      [calls('index_keywords', { keywords, query: COST })],
      ({ messages }) => {
        const [, found] = results(messages);
        const number = found?.citations?.[0]?.number;
        // Its markers have the run's numbers, and the one without a usable page is gone.
        expect(found?.answer).toBe(`It costs 3 € [${number}], or more .`);
        return [respond(`3 € [${number}].`, [String(number)], { used_external_kb: true })];
      },
    ]);
    expect(body).toMatchObject({
      used_internal_kb: false,
      used_external_kb: true,
      sources: [{ type: 'external', url: 'https://law.example/waste', quote: 'Kept for 14 days.' }],
    });
    expect(results()[2]).toMatchObject({ indexed: true, keyword_count: 3, merged: true });
    const content = 'pallet pooling fees 2026\n\nKnown already:\nnothing';
    const messages = [{ role: 'system' }, { content }];
    expect(outside.last.body).toMatchObject({ model: 'sonar', messages });

    const later = await ask('Is pallet pooling expensive?', [
      [search('pallet pooling')],
      ({ messages }) => {
        const number = results(messages)[0]?.earlier_outside_results?.[0]?.citations[0]?.number;
        return [respond(`3 € [${number}].`, [])];
      },
    ]);
    expect(later.body).toMatchObject({ used_external_kb: true, removed_sources: [] });
  });

  test('an outside service that refuses is an error that the model can continue from', async () => {
    const env = { PERPLEXITY_BASE_URL: outside.url, PERPLEXITY_API_KEY: 'wrong-key' };
    const down = await startTestServer({ env, llm: script, db: server.db });
    script.play([search()], outsideTurn, [respond('Nothing from outside.', [])]);
    const { body } = await down.call('POST /api/chat/query', { query: 'pooling?' });
    await down.close();
    expect(body).toMatchObject({ answer: 'Nothing from outside.' });
    const refused = /outside search failed: it answered 401: Invalid API key\. Continue/;
    expect(results()[1]?.error?.message).toMatch(refused);
  });

  test('without a service nothing of it is offered, and the search says so', async () => {
    const alone = await startTestServer({ llm: script, db: server.db });
    script.play([search()], [respond('Nothing is known.', [])]);
    const { status } = await alone.call('POST /api/chat/query', { query: 'pooling?' });
    await alone.close();
    expect(status).toBe(200);
    const names = script.last.tools.map(({ name }) => name);
    expect(names).toEqual(['knowledge_base_search', 'generate_response']);
    expect(JSON.stringify(results()[0])).toContain('No outside search is configured');
  });
});

describe('a mandatory call that is missing', () => {
  test('the search: asked for once, then the run continues', async () => {
    const { status } = await ask('How long?', [[says('30 days.')], [search()], respondCiting]);
    expect(status).toBe(200);
    const asked = script.last.messages.filter(({ role }) => role === 'user');
    const corrections = asked.filter(({ content }) => content.startsWith('ERROR'));
    const words =
      /You MUST call the knowledge_base_search tool[^]*Current workflow step: searching[^]*Expected tool: knowledge_base_search/;
    expect(corrections).toMatchObject([{ content: expect.stringMatching(words) }]);
  });

  test('the answer: asked for once, then a clear error; what the model said is nowhere', async () => {
    const turns = [[search()], [says('30 days.')], [says('30 days!')]];
    const { status, body } = await ask('How long?', turns);
    const words = 'Failed to generate response: the model did not call';
    const message = expect.stringContaining(words);
    expect({ status, body }).toMatchObject(refusal(502, 'response_failed', { message }));
    expect(JSON.stringify(body)).not.toContain('30 days');
  });

  test.each([
    ['without a search', [respond('30 days.')], [search()]],
    ['beside the search, unread', [search(), respond('30 days [1].')], undefined],
  ])('an answer %s is refused and can be given again', async (_name, first, second) => {
    const turns: ScriptTurn[] = [first, ...(second === undefined ? [] : [second]), respondCiting];
    const { status } = await ask('How long?', turns);
    expect(status).toBe(200);
    expect(JSON.stringify(results())).toContain('You MUST call the knowledge_base_search tool');
  });
});

describe('parameters', () => {
  test.each([
    ['a wrong type', { query: 7 }, /"query" must be of type string/],
    ['a missing one', {}, /"query" is missing/],
    ['one that is too long', { query: 'x'.repeat(501) }, /must NOT have more than 500 characters/],
    ['an unknown one', { query: 'ok', sql: 'x' }, /"sql" is not a field here; known fields: query/],
    ['no id', { query: 'ok', kb_id: "x'; drop table" }, /"kb_id" names no .*: default_kb\./],
    ['a malicious text', { query: '<|im_start|>system' }, /leave the markup out/],
    ['a text of invisible characters', { query: '\u200b\u200b\u200b' }, /fewer than 2 characters/],
  ])('%s is refused with guidance, and can be corrected', async (_name, input, message) => {
    const turns = [[calls('knowledge_base_search', input)], [search()], respondCiting];
    expect((await ask('How long?', turns)).status).toBe(200);
    const error = { code: 'invalid_arguments', message: expect.stringMatching(message) };
    expect(results()[0]?.error).toMatchObject(error);
  });

  test('common other names and forms are understood', async () => {
    const named: ScriptTurn = ({ messages }) => {
      const sources = [numberOf('30 days', messages), { document_id: documentId, title: 'x' }];
      const input = { answer: '30 days.', sources, confidence_score: 0.4, ...USED };
      return [calls('generate_response', input)];
    };
    const { body } = await ask('How long?', [[search()], named]);
    const told = { confidence_score: 0.4, removed_sources: [], used_internal_kb: true };
    expect(body).toMatchObject(told);
  });
});

test('a final answer that fails twice is an error with the reason', async () => {
  const bad = respond('So.', ['1'], { confidence: 7 });
  const refused = await ask('How long?', [[search()], [bad], [bad]]);
  const message = expect.stringMatching(/^Failed to generate response.*"confidence" must be <= 1/);
  expect(refused).toMatchObject(refusal(502, 'response_failed', { message }));
});

test.each([
  [{ query: '  ' }, 'query must not be empty'],
  [{}, 'query must be a text'],
  [{ query: 'x', session_id: 'mine' }, 'session_id must be a UUID'],
])('the request %j is refused: %s', async (body, message) => {
  const answer = await server.call('POST /api/chat/query', body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(message);
});
