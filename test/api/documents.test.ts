import { randomUUID } from 'node:crypto';
import { documentFrames } from '../../src/plugins/documents/routes/documents.controller.js';
import { AppError } from '../../src/foundation/errors.js';
import { call as send, answerOf, postJson, refusal, useServer } from '../support/server.js';

const server = useServer({ env: { DOCUMENT_MAX_MB: '1' } });

const invalid = refusal(400, 'invalid_request');
const alice = { authorization: 'Bearer alice' };
const bob = { authorization: 'Bearer bob' };
const POLICY =
  '# Returns\n\nDamaged goods come back within 14 days.\n\n## Rejected goods\n\nWe keep them for 30 days.';

const call = async (path: string, init: RequestInit = {}, headers = alice) =>
  answerOf(await fetch(`${server.url}/v1/documents${path}`, { ...init, headers }));

function upload(name: string, content: string, fields: Record<string, string> = {}, user = alice) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content], name));
  return call('', { method: 'POST', body: form }, user);
}

const addText = async (body: object) =>
  answerOf(await postJson(`${server.url}/v1/documents`, body, { headers: alice }));

/** The id of a text that was read. */
async function added(title: string, text: string, kb_id: string): Promise<string> {
  const { id } = (await addText({ title, text, kb_id })).body;
  await follow(id);
  return id;
}

/** What is told last of a document. */
async function follow(id: string): Promise<object> {
  const response = await fetch(`${server.url}/v1/documents/${id}/events`, { headers: alice });
  const text = await response.text();
  return JSON.parse(text.slice(text.lastIndexOf('data: ') + 6)) as object;
}

describe('a document', () => {
  test('is uploaded, followed to its end, listed, read by blocks, found and deleted', async () => {
    const taken = await upload('returns.md', POLICY, { kb_id: 'rules' });
    expect(taken).toMatchObject({ status: 202, body: { kind: 'markdown', kb_id: 'rules' } });
    const { id } = taken.body;
    const ready = { state: 'ready', title: 'Returns', language: 'en' };
    expect(await follow(id)).toMatchObject(ready);
    const list = await call('?kb_id=rules');
    expect(list.body).toMatchObject({ total: 1, items: [{ id, block_count: 4 }] });

    const blocks = await call(`/${id}/blocks?from=2&limit=5`);
    const heading_path = ['Returns', 'Rejected goods'];
    const items = [
      { position: 2, kind: 'heading', text: 'Rejected goods', heading_path: ['Returns'] },
      { position: 3, text: 'We keep them for 30 days.', heading_path },
    ];
    expect(blocks.body).toMatchObject({ total: 4, items });
    const { block_id } = blocks.body.items[1];
    expect((await call(`/${id}/blocks?around=${block_id}`)).body.items).toHaveLength(4);
    expect((await call(`/${id}/blocks?around=${randomUUID()}`)).status).toBe(404);
    expect((await call(`/${id}/blocks?around=first`)).status).toBe(400);

    const found = await call('/search?kb_id=rules&q=how+long+are+rejected+goods+kept&top_k=1');
    expect(found.body).toMatchObject({ total: 1, searched: 2, notes: [] });
    const [passage] = found.body.items;
    expect(passage).toMatchObject({ document_id: id, heading_path });
    expect(passage.blocks).toContainEqual(expect.objectContaining({ block_id }));

    expect(await call(`/${id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await call(`/${id}`)).toMatchObject({ status: 404 });
    const after = await call('/search?kb_id=rules&q=rejected+goods');
    expect(after.body).toMatchObject({ total: 0, searched: 0 });
  });

  test('is the same when its content is: 200, and no second one', async () => {
    const [text, kb_id] = ['Stock is counted in June.', 'twice'];
    const first = await addText({ title: 'Note', text, kb_id });
    expect(first.status).toBe(202);
    await follow(first.body.id);
    const again = await upload('other-name.txt', text, { kb_id });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, state: 'ready' } });
  });

  test('that cannot be read is kept as it is where it is attached to a chat: for tools that send files', async () => {
    const bytes = '\x89PNG\r\n\x1a\n\0\0';
    const fields = { conversation_id: randomUUID(), kb_id: 'pictures' };
    const { status, body } = await upload('a picture.PNG', bytes, fields);
    expect([status, body.kind]).toEqual([202, 'file']);
    expect(await follow(body.id)).toMatchObject({ state: 'ready', block_count: 0 });
    expect((await call('/search?kb_id=pictures&q=picture')).body.total).toBe(0);
    expect(await call(`/${body.id}`, {}, bob)).toMatchObject({ status: 404 });
    // By a known ending it has to be what that says, and elsewhere files are there to be read.
    expect(await upload('x.pdf', 'MZ', fields)).toMatchObject({ status: 422 });
    expect(await upload('a.png', bytes, { kb_id: 'pictures' })).toMatchObject({ status: 422 });
    expect(await upload('a.png', '', fields)).toMatchObject({ status: 422 });
  });

  test('of another user is nobody’s', async () => {
    const id = await added('Secret', 'The code is 4711.', 'secrets');
    for (const path of ['', '/blocks', '/events'])
      expect(await call(`/${id}${path}`, {}, bob)).toMatchObject({ status: 404 });
    expect(await call(`/${id}`, { method: 'DELETE' }, bob)).toMatchObject({ status: 404 });
    expect((await call('?kb_id=secrets', {}, bob)).body.total).toBe(0);
    expect((await call('/search?kb_id=secrets&q=code', {}, bob)).body.searched).toBe(0);
    expect((await call('/search?kb_id=secrets&q=code')).body.total).toBe(1);
  });
});

test('the stream of one that is deleted in the meantime says so', async () => {
  const gone = () => Promise.reject(new AppError('not_found', 'gone'));
  const frames = documentFrames(gone, new AbortController().signal);
  const all: string[] = [];
  for await (const frame of frames) all.push(frame);
  expect(all).toEqual(['event: document_deleted\ndata: {}\n\n']);
});

test('blocks beyond any document are none, and a number that is none is refused', async () => {
  const id = await added('Pages', 'One page.', 'pages');
  const none = { status: 200, body: { items: [], total: 1 } };
  for (const from of ['3000000000', '1e21'])
    expect(await call(`/${id}/blocks?from=${from}`)).toEqual(none);
  for (const from of ['-1', 'NaN', 'Infinity', '1.5'])
    expect((await call(`/${id}/blocks?from=${from}`)).status).toBe(400);
});

test('a title that a file gives itself is no longer than one that a user may give', async () => {
  const title = `${'x'.repeat(299)}😀 ${'word '.repeat(300_000)}`.slice(0, 900_000);
  const html = `<title>${title}</title><p>Kept for 30 days.`;
  const { body } = await upload('t.html', html, { kb_id: 'titles' });
  expect(await follow(body.id)).toMatchObject({ state: 'ready', title: 'x'.repeat(299) });
});

test('letters are found however their marks are written', async () => {
  const kb_id = 'marks';
  for (const form of ['NFC', 'NFD']) {
    const text = `${form}: Die Ku\u0308ndigung für Gänse.`.normalize(form);
    await added(`Größe ${form}`.normalize(form), text, kb_id);
  }
  for (const form of ['NFC', 'NFD']) {
    const q = encodeURIComponent('Kündigung'.normalize(form));
    expect((await call(`/search?kb_id=${kb_id}&q=${q}`)).body.total).toBe(2);
  }
});

describe('refused at once, with the reason', () => {
  test.each([
    ['empty', 'x.txt', ''],
    ['unsupported', 'x.exe', 'MZ'],
    ['unsupported', 'x.pdf', 'just text'],
    ['broken', 'x.txt', 'a\0b'],
    ['too_large', 'x.txt', 'a'.repeat(1024 * 1024 + 1)],
  ])('%s (%s)', async (reason, name, content) => {
    const details = [{ path: 'file', message: reason }];
    const refused = refusal(422, 'invalid_document', { details });
    expect(await upload(name, content)).toMatchObject(refused);
    expect((await call('?kb_id=default_kb')).body.total).toBe(0);
  });

  test.each([
    ['no file', () => call('', { method: 'POST', body: new FormData() })],
    ['a wrong kb_id', () => upload('a.txt', 'a', { kb_id: '../x' })],
    ['an unknown field', () => upload('a.txt', 'a', { colour: 'red' })],
    ['a text without title', () => addText({ text: 'a' })],
    ['a search without words', () => call('/search')],
    ['too many results', () => call('/search?q=a&top_k=5000')],
  ])('400: %s', async (_name, send) => {
    expect(await send()).toMatchObject(invalid);
  });
});

test('a file that breaks while it is read fails with its reason, and holds nothing', async () => {
  const { body } = await upload('broken.pdf', '%PDF-1.7\nnothing more', { kb_id: 'broken' });
  const failed = { state: 'failed', failure: { reason: 'broken' }, block_count: 0 };
  expect(await follow(body.id)).toMatchObject(failed);
  expect((await call('/search?kb_id=broken&q=nothing')).body.searched).toBe(0);
  const again = await upload('broken.pdf', '%PDF-1.7\nnothing more', { kb_id: 'broken' });
  expect(again).toMatchObject({ status: 202, body: { id: body.id } });
});

describe('synonyms', () => {
  const synonyms = '/v1/knowledge/synonyms';
  const put = (body: object) => send(server.url, `PUT ${synonyms}`, body, 'alice');

  test('are the own ones of a user for a knowledge base, and the next search uses them', async () => {
    await added('Boats', 'The lighter lies at the quay.', 'boats');
    const ask = async () => (await call('/search?q=bessie&kb_id=boats')).body.items.length;
    expect(await ask()).toBe(0);
    const groups = [['Bessie', 'lighter']];
    const answer = await put({ kb_id: 'boats', groups });
    expect([answer, await ask()]).toEqual([{ status: 200, body: { kb_id: 'boats', groups } }, 1]);
    const others = await send(server.url, `GET ${synonyms}?kb_id=boats`, undefined, 'bob');
    expect(others.body).toEqual({ kb_id: 'boats', groups: [] });
  });

  const odd: object[] = [{}, { groups: 'barge' }, { groups: [['barge']] }, { groups: [[1, 2]] }];
  test.each(odd)('refuses %j', async (body) => expect(await put(body)).toMatchObject(invalid));
});

describe('an attachment of a conversation', () => {
  const attached = (text: string, conversation: string, user = alice) =>
    upload(`${text}.txt`, text, { kb_id: 'attached', conversation_id: conversation }, user);
  const remains = async (id: string, as = alice) => (await call(`/${id}`, {}, as)).status === 200;

  async function conversation(): Promise<string> {
    const id = randomUUID();
    await server.chat({ message: 'Hello', conversation_id: id }, alice);
    return id;
  }
  const forget = (id: string) =>
    send(server.url, `DELETE /v1/agent/conversations/${id}`, undefined, 'alice');

  test('goes with the last conversation that it was attached in', async () => {
    const [first, second] = [await conversation(), await conversation()];
    const { body } = await attached('Only a letter.', first);
    expect((await attached('Only a letter.', second)).body.id).toBe(body.id);
    expect([(await forget(first)).status, await remains(body.id)]).toEqual([204, true]);
    await forget(second);
    expect(await remains(body.id)).toBe(false);
  });

  test('stays when it was a document before, or becomes one', async () => {
    const chat = await conversation();
    const before = await upload('b.txt', 'Here before.', { kb_id: 'attached' });
    expect((await attached('Here before.', chat)).body.id).toBe(before.body.id);
    const later = await attached('Kept later.', chat);
    await upload('k.txt', 'Kept later.', { kb_id: 'attached' });
    await forget(chat);
    expect([await remains(before.body.id), await remains(later.body.id)]).toEqual([true, true]);
  });

  test('of somebody else is not touched', async () => {
    const chat = await conversation();
    const { body } = await attached('A letter of Bob.', chat, bob);
    await forget(chat);
    expect(await remains(body.id, bob)).toBe(true);
  });
});
