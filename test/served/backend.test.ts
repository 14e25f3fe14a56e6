import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/foundation/json.js';
import { addDocument, dataOf, textIn, type WireEvent, useServer } from '../support/server.js';
import { flagsDocument, startFlagsBackend } from '../support/flags-backend.js';
import { calls, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

// A backend of somebody else's, served by nothing but its OpenAPI document and a config file.

const AUTH = { authorization: 'Bearer alice' };

const script = new ScriptedModel();
const backend = useOpened(startFlagsBackend);
const server = useServer(() => {
  const files = { 'flags.json': flagsDocument, 'sextant.yaml': configOf(backend.url) };
  return { llm: script, files };
});

const configOf = (baseUrl: string) => `
sources:
  flags:
    openapi: ./flags.json
    base_url: ${baseUrl}
    auth: { forward: authorization }
    reads: [searchFlags]
    refuse: [deleteFlag]
    policies:
      - { for: ['tag:Flags', PATCH **], when: { body.name: legacy* }, policy: refuse, reason: Old. }
  gone: { openapi: ./gone.json, base_url: ${baseUrl} }
agents:
  flags:
    title: Feature flags
    description: Finds, explains and changes feature flags.
    sources: [flags, knowledge]
    core_tools: [flags_listProjects]
    instructions: Call a flag by its name.
    examples: [Which flags are stale?]
    context: { project_id: { fills: [projectId] } }
`;

const read = async (path: string): Promise<JsonObject & { items: JsonObject[] }> =>
  (await server.call(`GET ${path}`, undefined, 'alice')).body;

async function chat(message: string, ...turns: ScriptTurn[]): Promise<WireEvent[]> {
  script.play(...turns);
  const context = { project_id: 'web' };
  const events = await server.chat({ message, context_type: 'flags', context }, AUTH);
  script.expectUsedUp();
  return events;
}

test('its operations are tools, and each source says how it stands', async () => {
  const { items } = await read('/v1/agent/sources');
  const flags = { id: 'flags', kind: 'openapi', title: 'Flagship', state: 'ok' };
  expect(items).toContainEqual(expect.objectContaining({ ...flags, tools: 7, changes: 3 }));
  const gone = { id: 'gone', state: 'down', detail: expect.stringMatching(/ENOENT/) };
  expect(items).toContainEqual(expect.objectContaining(gone));
  const tools = await read('/v1/agent/tools');
  const path = '/projects/{projectId}/flags/{flagId}';
  const operation = { id: 'updateFlag', method: 'PATCH', path };
  const update = { name: 'flags_updateFlag', source: 'flags', effect: 'preview', operation };
  expect(tools.items).toContainEqual(expect.objectContaining(update));
  expect(tools.items.map(({ name }) => name)).not.toContain('flags_deleteFlag');
});

test('nothing of the sample is served', async () => {
  const agents = (await read('/v1/agent/info'))['agents'] as JsonObject[];
  expect(agents.map(({ context_type: type }) => type)).toEqual(['flags', 'knowledge', 'documents']);
  expect((await fetch(`${server.url}/v1/workflow/rules`)).status).toBe(404);
  const { parts } = (await read('/health/ready')) as unknown as { parts: JsonObject };
  expect(parts).not.toHaveProperty('platform');
});

test('a chat reads with the caller’s own token; the page fills what the model leaves out', async () => {
  backend.seen.length = 0;
  const events = await chat(
    'which flags are there?',
    (request) => {
      expect(request.system).toContain('Call a flag by its name.');
      expect(request.system).toContain('- flags_…: Flagship');
      return [calls('flags_listFlags')];
    },
    [calls('flags_searchFlags', { body: { text: 'cart' } })],
    [says('Two.')],
  );
  const results = dataOf(events, 'tool_call_result');
  expect(results.filter(({ is_error: isError }) => isError)).toEqual([]);
  expect(backend.seen).toEqual([
    { method: 'GET', url: '/projects/web/flags', ...AUTH, body: undefined },
    { method: 'POST', url: '/search', ...AUTH, body: { text: 'cart' } },
  ]);
  expect(JSON.stringify(results[1]?.result)).toContain('beta-cart');
});

test('an agent of the file may search the documents, and its answers cite what was read', async () => {
  await addDocument(server.url, 'Flags', 'A flag is removed after 40 days.', 'alice');
  const events = await chat(
    'search the knowledge base: when is a flag removed?',
    [calls('knowledge_base_search', { query: 'When is a flag removed?' })],
    [says('After 40 days [1], as always [9].')],
  );
  const said = /^After 40 days \[1\], as always\.\n\nNote: citations of \(9\) were left out/;
  expect(textIn(events)).toMatch(said);
  expect(dataOf(events, 'citation')).toMatchObject([{ number: 1 }]);
});

async function accept(events: readonly WireEvent[]) {
  const shown = events.find(({ data }) => 'preview_id' in data)?.data as unknown as JsonObject;
  const request = `POST /v1/agent/previews/${String(shown['preview_id'])}/accept` as const;
  return { shown, ...(await server.call(request, {}, 'alice')) };
}

test('a form takes the file of a document that the user uploaded, and of nobody else', async () => {
  const id = await addDocument(server.url, 'Design', '# Cart\n\nGrün, größer.', 'alice');
  const foreign = await addDocument(server.url, 'Secret', 'Of Bob.', 'bob');
  const design = (file: string) => ({ file, note: 'Zürich', pages: [1, 2] });
  backend.seen.length = 0;
  const events = await chat(
    'attach the design to the flag beta-cart',
    [calls('flags_addDesign', { flagId: 'beta-cart', body: design(foreign) })],
    [calls('flags_addDesign', { flagId: 'beta-cart', body: design(id) })],
    [says('See.')],
  );
  const [refused] = events.filter(({ event }) => event === 'tool_call_result');
  expect(JSON.stringify(refused?.data)).toContain(`There is no document ${foreign}`);
  const shown = events.find(({ data }) => 'preview_id' in data)?.data as unknown as JsonObject;
  const file = { id, name: 'Design.md', content_type: 'text/markdown', bytes: 24 };
  expect(shown['request']).toMatchObject({
    content_type: 'multipart/form-data',
    body: { note: 'Zürich', pages: [1, 2] },
    files: { file: [{ ...file, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
  });
  expect(backend.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await accept(events)).body).toMatchObject({ state: 'accepted' });
  const upload = ['file', 'Design.md', 'text/markdown', '# Cart\n\nGrün, größer.'];
  const body = [['note', 'Zürich'], ...['1', '2'].map((page) => ['pages', page]), upload];
  const sent = { url: '/projects/web/flags/beta-cart/designs', body };
  const writes = backend.seen.filter(({ method }) => method !== 'GET');
  expect(writes).toEqual([expect.objectContaining(sent)]);
});

test('a file that was deleted before its change was accepted: nothing is sent', async () => {
  const id = await addDocument(server.url, 'Draft', 'Gone soon.', 'alice');
  backend.seen.length = 0;
  const events = await chat(
    'attach the draft to the flag beta-cart',
    [calls('flags_addDesign', { flagId: 'beta-cart', body: { file: id } })],
    [says('See.')],
  );
  await server.call(`DELETE /v1/documents/${id}`, undefined, 'alice');
  const { status, body } = await accept(events);
  const said = JSON.stringify(body);
  expect([status, said]).toEqual([409, expect.stringContaining('is not there any more')]);
  expect(backend.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a write is a change that is sent once a person accepts it', async () => {
  backend.seen.length = 0;
  const input = { flagId: 'beta-cart', body: { name: 'beta-cart', enabled: true } };
  const events = await chat(
    'turn the feature flag beta-cart on, update it',
    [calls('flags_updateFlag', input)],
    [says('See.')],
  );
  expect(backend.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await accept(events)).status).toBe(200);
  const body = { name: 'beta-cart', enabled: true };
  expect(backend.seen.filter(({ method }) => method !== 'GET')).toEqual([
    { method: 'PATCH', url: '/projects/web/flags/beta-cart', ...AUTH, body },
  ]);
  expect(backend.flags.get('beta-cart')).toMatchObject({ enabled: true });
});

test('the prompt tells how to plan several changes, and the next message what was decided', async () => {
  const change = (name: string) => [
    calls('flags_updateFlag', { flagId: 'beta-cart', body: { name } }),
  ];
  const events = await chat(
    'rename beta-cart, update the flag twice',
    (request) => {
      expect(request.system).toMatch(/propose all of them in this turn.*\{\{change_1\.id\}\}/s);
      return change('first');
    },
    change('second'),
    [says('See.')],
  );
  const shown = events.flatMap(({ data }) => ('preview_id' in data ? [data.preview_id] : []));
  await accept(events);
  const reject = `POST /v1/agent/previews/${String(shown[1])}/reject` as const;
  await server.call(reject, { reason: 'one is enough' }, 'alice');
  const start = events.find(({ event }) => event === 'run_start')?.data as unknown as JsonObject;
  script.play(({ messages }) => {
    const last = String(messages.at(-1)?.content);
    expect(last).toContain(`Preview ${String(shown[0]).slice(0, 8)} was accepted by the user`);
    expect(last).toMatch(/was rejected by the user, so nothing was saved.*"one is enough"/s);
    expect(last).toMatch(/and now\?$/);
    return [says('One is.')];
  });
  const again = { message: 'and now?', context_type: 'flags' };
  await server.chat({ ...again, conversation_id: start['conversation_id'] }, AUTH);
  script.expectUsedUp();
});

/** Asks until it is so; Jest's own time limit ends a wait for what never comes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

test.each([
  ['Which flags are stale in the project?', 'flags'],
  ['Delete the feature flag dark-mode', 'flags'],
  ['What does the handbook say about visitors?', 'knowledge'],
  ['Summarise the PDF that I uploaded', 'documents'],
])('%s, sent to nobody, is answered by %s', async (message, agent) => {
  script.play([says('Well.')], [says('Well.')], [says('Well.')]);
  const events = await server.chat({ message }, AUTH);
  expect(events[0]?.data).toMatchObject({ context_type: agent });
  expect(events[1]).toMatchObject({ event: 'agent_selected', data: { agent } });
});

// The last one: its second agent answers the same requests.
test('what changes in the config file is taken up; a mistake changes nothing, and health tells it', async () => {
  const path = join(server.folder, 'sextant.yaml');
  const more = `  more: { openapi: ./flags.json, base_url: ${backend.url} }`;
  const changed = `${configOf(backend.url)}  second: { title: Second, sources: [more] }\n`;
  const limited = `${changed}plugin_changes: { limits: { changes: 5 } }\n`;
  await writeFile(path, limited.replace(/^  gone: .*$/m, more));
  const ids = async () => (await read('/v1/agent/sources')).items.map(({ id }) => id);
  await until(async () => (await ids()).includes('more') && !(await ids()).includes('gone'));
  const info = await read('/v1/agent/info');
  expect((info['agents'] as JsonObject[]).map(({ title }) => title)).toContain('Second');
  const detail = async () => {
    const parts = (await read('/health/ready'))['parts'] as Record<string, JsonObject>;
    return String(parts['config_file']?.['detail']);
  };
  await until(async () =>
    (await detail()).includes('started again for the changes of plugin_changes'),
  );
  await writeFile(path, 'agents: { flags: { titel: x } }');
  await until(async () => (await detail()).includes('titel'));
  expect(await ids()).toContain('more');
});
