import { newId } from '../../src/foundation/ids.js';
import { answerOf as json, refusal, useServer } from '../support/server.js';
import { calls, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';

const BODY = { message: 'which rules are there?', context_type: 'workflow' };
const never = new Promise(() => {});
const turn = [calls('list_workflow_rules'), calls('discover', { category: 'entities' })];
const answer = 'These “rules”: ü, 𝄞.'.split('').map((letter) => says(letter));

const model = new ScriptedModel([
  turn,
  answer,
  [says('once')],
  [says('Hold on'), waitsFor(never)],
  [says('Hold on'), waitsFor(never)],
]);
const server = useServer({ llm: model });

const at = (id: string, path = '') => `${server.url}/v1/agent/runs/${id}${path}`;
const idIn = (text: string) => /"run_id":"([^"]+)"/.exec(text)?.[1] ?? '';
async function events(id: string, headers: Record<string, string> = {}, query = '') {
  return (await fetch(at(id, `/events${query}`), { headers })).text();
}

async function readUntil(response: Response, part: string): Promise<string> {
  let text = '';
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    if (text.includes(part)) break;
  }
  return text;
}

describe('a run that has ended', () => {
  let whole: string;
  let id: string;
  beforeAll(async () => {
    whole = await (await server.post(BODY)).text();
    id = idIn(whole);
  });

  it('resumes after every event as if it had never been cut, byte for byte', async () => {
    const frames = whole.split(/(?<=\n\n)/);
    expect(frames.length).toBeGreaterThan(25);
    for (let cut = 0; cut <= frames.length; cut += 1) {
      const prefix = frames.slice(0, cut).join('');
      expect(prefix + (await events(id, { 'last-event-id': `${cut}` }))).toBe(whole);
    }
    expect(await events(id, {}, '?after=7')).toBe(frames.slice(7).join(''));
    expect(await events(id, { 'last-event-id': '9' }, '?after=7')).toBe(frames.slice(9).join(''));
  });

  it('has its state', async () => {
    const call = { tool_use_id: expect.any(String), state: 'succeeded' };
    const names = ['list_workflow_rules', 'discover'];
    const tool_calls = names.map((name) => ({ ...call, name }));
    const run = { run_id: id, state: 'completed', context_type: 'workflow' };
    const last_event_id = whole.split('\n\n').length - 1;
    const body = { ...run, last_event_id, ended_at: expect.any(String), tool_calls };
    expect(await json(await fetch(at(id)))).toMatchObject({ status: 200, body });
  });

  it.each([['-1'], ['1.5'], ['x'], ['9999999999']])('400 for an event number %s', async (last) => {
    const headers = { 'last-event-id': last };
    const refused = await json(await fetch(at(id, '/events'), { headers }));
    expect(refused).toMatchObject(refusal(400, 'invalid_request'));
  });

  it('410 after its last event', async () => {
    const refused = await json(await fetch(at(id, '/events?after=500')));
    expect(refused).toMatchObject(refusal(410, 'run_gone'));
  });

  it('404 for ids that are none', async () => {
    for (const other of [newId(), 'x'])
      for (const path of ['', '/events', '/cancel']) {
        const method = path === '/cancel' ? 'POST' : 'GET';
        const refused = await json(await fetch(at(other, path), { method }));
        expect(refused).toMatchObject(refusal(404, 'not_found'));
      }
  });
});

it('the same Idempotency-Key streams the same run; another body is refused', async () => {
  const headers = { 'idempotency-key': newId() };
  const first = await (await server.post(BODY, { headers })).text();
  expect(await (await server.post(BODY, { headers })).text()).toBe(first);
  const other = await server.post({ ...BODY, message: 'other' }, { headers });
  expect(await json(other)).toMatchObject(refusal(409, 'conflict'));
  const bad = await server.post(BODY, { headers: { 'idempotency-key': 'a b' } });
  expect(bad.status).toBe(400);
});

it('a run that continues outlives its client, is read on from where that left, and cancel answers when it has stopped', async () => {
  const text = await readUntil(await server.post(BODY), 'Hold on');
  const id = idIn(text);
  const seen = text.split('\n\n').length - 1;
  expect((await json(await fetch(at(id)))).body).toMatchObject({ state: 'running' });
  // The answer has started, though there is nothing to read yet.
  const going = await fetch(at(id, '/events'), { headers: { 'last-event-id': `${seen}` } });
  const rest = going.text();
  expect(await json(await fetch(at(id, '/cancel'), { method: 'POST' }))).toMatchObject({
    status: 200,
    body: { state: 'cancelled', last_event_id: seen + 1 },
  });
  expect(await rest).toMatch(/^id: \d+\nevent: error\ndata: {"code":"cancelled"/);
  expect(text + (await rest)).toBe(await events(id));
});
