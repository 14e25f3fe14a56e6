import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server';
import { serveWeb } from '../../../../../test/support/mcp/http-mcp.js';
import {
  callTool,
  closeSources,
  hostileServer,
  openMcp,
  WatchedCall,
} from '../../../../../test/support/mcp/open-mcp.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { Questions } from '../../../questions/questions.js';

afterEach(closeSources);

const get = { name: 'get', description: 'Gets it.', inputSchema: { type: 'object' as const } };
const patterns = { reads: ['*'] };
const running = new AbortController().signal;

/** A server that asks during its call, and answers what it was answered. */
function asking(question: JsonObject, questions = new Questions()) {
  const place = hostileServer({ tools: [get], onCall: 'ask', question });
  return { questions, source: openMcp(place, { patterns, elicitation: true, questions }) };
}

const form = (properties: JsonObject, message = 'Which one?') => ({
  message,
  requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const plain = form({ colour: { type: 'string', enum: ['red', 'blue'] } });

/** Calls it; `decide` is given the shown question. */
async function asked(
  { source, questions }: ReturnType<typeof asking>,
  decide: (question: JsonObject, questions: Questions) => void,
) {
  const live = new WatchedCall();
  const call = callTool(source, 's_get', {}, running, { live });
  decide(await live.first('question'), questions);
  return { ...(await call), live };
}

describe('a server that may ask', () => {
  test('gets the values of the form that the user of its call fills in', async () => {
    const { result, live } = await asked(asking(plain), ({ question_id: id }, questions) => {
      expect(() => questions.answer('ada', String(id), { colour: 'green' })).toThrow(/one of red/);
      expect(() => questions.answer('eve', String(id), { colour: 'red' })).toThrow(/no question/);
      expect(questions.list('eve')).toEqual([]);
      questions.answer('ada', String(id), { colour: 'red' });
    });
    expect(result).toEqual({ action: 'accept', content: { colour: 'red' } });
    const colour = { name: 'colour', type: 'choice', required: true };
    expect(live.shown).toMatchObject([
      {
        event: 'question',
        data: { source: 's', message: 'Which one?', mode: 'form', fields: [colour] },
      },
      { event: 'question_ended', data: { state: 'answered' } },
    ]);
    expect(JSON.stringify(live.shown[1])).not.toContain('"red"');
  });

  test('is told when the user declines, or does not answer in time', async () => {
    const declined = await asked(asking(plain), ({ question_id: id }, questions) =>
      questions.decline('ada', String(id)),
    );
    expect(declined.result).toEqual({ action: 'decline' });
    let expire = (): void => {};
    const timed = new Questions(undefined, (work) => {
      expire = work;
      return () => {};
    });
    const late = await asked(asking(plain, timed), () => expire());
    expect(late.result).toEqual({ action: 'cancel' });
    expect(late.live.shown[1]).toMatchObject({ data: { state: 'expired' } });
    expect(timed.list('ada')).toEqual([]);
  });

  test.each([
    ['a password', form({ pw: { type: 'string', title: 'Your password' } })],
    ['what no form has', form({ deep: { type: 'object', properties: {} } })],
    ['a script', { message: 'Look', mode: 'url', elicitationId: '1', url: 'javascript:alert(1)' }],
    ['plain HTTP', { message: 'Look', mode: 'url', elicitationId: '1', url: 'http://a.example/' }],
    ['a user', { message: 'Look', mode: 'url', elicitationId: '1', url: 'https://a@b.example/' }],
  ])('asks nobody for %s', async (_what, question) => {
    const { source, questions } = asking(question);
    const live = new WatchedCall();
    const { result } = await callTool(source, 's_get', {}, running, { live });
    expect(JSON.stringify(result)).toMatch(/"decline"|error/);
    expect(live.shown.map(({ event }) => event)).not.toContain('question');
    expect(questions.list('ada')).toEqual([]);
  });

  test('tells the user of a question that is one too many, and asks it not', async () => {
    const { source } = asking(plain, new Questions({ waitMs: 1, perUser: 0 }));
    const live = new WatchedCall();
    const { result } = await callTool(source, 's_get', {}, running, { live });
    expect(result).toEqual({ action: 'cancel' });
    expect(live.shown).toMatchObject([{ event: 'question_refused', data: { source: 's' } }]);
  });

  test('shows an address whole, and its host in ASCII', async () => {
    const url = 'https://exаmple.com/sign-in?next=%2F';
    const question = { message: 'Sign in', mode: 'url', elicitationId: '1', url };
    const { result, live } = await asked(asking(question), ({ question_id: id }, questions) =>
      questions.answer('ada', String(id)),
    );
    expect(result).toEqual({ action: 'accept' });
    expect(live.shown[0]).toMatchObject({
      data: {
        mode: 'url',
        host: 'xn--exmple-4nf.com',
        url: 'https://xn--exmple-4nf.com/sign-in?next=%2F',
      },
    });
  });

  test('asks nobody where calls of two users are under way, or nobody watches', async () => {
    const { source, questions } = asking(plain);
    expect((await callTool(source, 's_get')).result).toEqual({ action: 'cancel' });
    const place = hostileServer({ tools: [get], onCall: 'ask', question: plain, together: 2 });
    const two = openMcp(place, { patterns, elicitation: true, questions });
    const both = ['ada', 'eve'].map((userId) =>
      callTool(two, 's_get', {}, running, { userId, live: new WatchedCall() }),
    );
    const results = (await Promise.all(both)).map(({ result }) => result);
    expect(results).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
  });

  test('shows how far it is', async () => {
    const source = openMcp(hostileServer({ tools: [get], onCall: 'progress' }), { patterns });
    const live = new WatchedCall();
    const stop = new AbortController();
    const call = callTool(source, 's_get', {}, stop.signal, { live });
    const shown = await live.first('tool_progress');
    expect(shown).toEqual({ source: 's', progress: 1, total: 2, message: 'half way' });
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('of 2026 comes back for answers, and is called with them', async () => {
    const handler = createMcpHandler(() => {
      const server = new Server({ name: 'asks', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: [get] }));
      server.setRequestHandler('tools/call', (_request, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.['which'];
        const inputRequests = { which: inputRequired.elicit(plain as never) };
        if (answer === undefined) return inputRequired({ inputRequests, requestState: 'sealed' });
        const text = JSON.stringify({ answer, state: mcpReq.requestState() });
        return { content: [{ type: 'text' as const, text }] };
      });
      return server;
    });
    const http = await serveWeb((request) => handler.fetch(request));
    const questions = new Questions();
    const place = { url: `${http.url}/mcp`, headers: {} };
    const source = openMcp(place, { patterns, elicitation: true, questions });
    const { result } = await asked({ source, questions }, ({ question_id: id }) =>
      questions.answer('ada', String(id), { colour: 'blue' }),
    );
    const answer = { action: 'accept', content: { colour: 'blue' } };
    expect(result).toEqual({ answer, state: 'sealed' });
    await closeSources();
    await handler.close();
    await http.close();
  });
});
