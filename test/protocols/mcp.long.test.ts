import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/foundation/json.js';
import { APPS, PAGE_TYPE, PREVIEW_PAGE } from '../../src/agentapi/protocols/mcp/preview-app.js';
import { launchBrowser } from '../support/browser.js';
import { addDocument, useServer } from '../support/server.js';
import { flagsDocument, startFlagsBackend } from '../support/flags-backend.js';
import { useOpened } from '../support/use-opened.js';

const ADA = 'a-token-of-ada-0000';
const BOB = 'a-token-of-bob-0000';

const clients: Client[] = [];
afterAll(async () => void (await Promise.all(clients.map((client) => client.close()))));
const backend = useOpened(startFlagsBackend);
const server = useServer(() => {
  const place = { openapi: './flags.json', base_url: backend.url };
  const flags = { ...place, auth: { forward: 'authorization' }, refuse: ['deleteFlag'] };
  const agent = { title: 'Flags', sources: ['flags'], examples: ['Which flags are stale?'] };
  const config = { sources: { flags }, agents: { flags: agent } };
  const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${ADA},bob:${BOB}` };
  const env = { ...auth, PUBLIC_URL: 'https://sextant.example.com/', EMBEDDER: 'local' };
  return { files: { 'flags.json': flagsDocument, 'sextant.yaml': config }, env };
});

type Mode = 'legacy' | 'auto';
async function connect(mode: Mode, token = ADA, extensions = {}): Promise<Client> {
  const options = { versionNegotiation: { mode }, capabilities: { extensions } };
  const client = new Client({ name: 'test', version: '1' }, options);
  clients.push(client);
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`${server.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, input: JsonObject) {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  return { ...result, text, value: (result.structuredContent ?? {}) as JsonObject };
}

/** A flag as a change asks for it. */
const flag = (enabled: boolean, flagId = 'beta-cart', name = flagId) => {
  return { projectId: 'web', flagId, body: { name, enabled } };
};
const propose = (client: Client, name: string, args: JsonObject) =>
  call(client, 'propose_change', { name: `flags_${name}`, arguments: args });

describe.each<[string, Mode]>([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
])('a client of %s', (version, mode) => {
  test('finds tools, reads, proposes and looks after it; a person decides elsewhere', async () => {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools, ...hints } = await client.listTools();
    // Nothing in it is of one user, and it stays until the program is another one.
    const shared = mode === 'auto' ? { ttlMs: 3_600_000, cacheScope: 'public' } : {};
    expect(hints).toMatchObject(shared);
    const known = 'search_tools describe_tool call_read_tool propose_change change_status';
    expect(tools.map(({ name }) => name).join(' ')).toBe(known);
    const found = await call(client, 'search_tools', { query: 'turn a feature flag on', limit: 3 });
    const names = (found.value['tools'] as JsonObject[]).map(({ name }) => name);
    expect(names).toContain('flags_updateFlag');
    const described = await call(client, 'describe_tool', { name: 'flags_updateFlag' });
    expect(described.value).toMatchObject({ effect: 'propose', input_schema: { type: 'object' } });

    backend.seen.length = 0;
    const list = { name: 'flags_listFlags', arguments: { projectId: 'web' } };
    const read = await call(client, 'call_read_tool', list);
    expect(read.text).toContain('beta-cart');
    expect(backend.seen).toMatchObject([{ method: 'GET', authorization: `Bearer ${ADA}` }]);

    backend.seen.length = 0;
    const proposed = await propose(client, 'updateFlag', flag(mode === 'auto'));
    expect(proposed).toMatchObject({ isError: false, value: { status: 'waiting' } });
    expect(backend.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    const { preview_id: id, link } = proposed.value;
    expect(link).toMatch(/^https:\/\/sextant\.example\.com\/#\/chat\/[0-9a-f-]{36}$/);
    expect(proposed.content[1]).toMatchObject({ type: 'resource_link', uri: link });
    const waiting = await call(client, 'change_status', { preview_id: id });
    expect(waiting.value).toMatchObject({ state: 'waiting', link });

    const accepted = await server.call(`POST /v1/agent/previews/${String(id)}/accept`, {}, ADA);
    expect(accepted.status).toBe(200);
    expect(backend.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    const done = await call(client, 'change_status', { preview_id: id });
    expect(done.value).toMatchObject({ state: 'accepted' });
  });

  test('reads the user’s own documents and their blocks as resources, and nobody else’s', async () => {
    const text = '# Rules\n\nFlags are named in small letters.\u200b';
    const id = await addDocument(server.url, `Flag rules ${version}`, text, ADA);
    const client = await connect(mode);
    const { resources } = await client.listResources();
    const uri = `sextant://documents/${id}`;
    expect(resources).toContainEqual(expect.objectContaining({ uri, mimeType: 'text/markdown' }));
    const [document] = (await client.readResource({ uri })).contents;
    const shown = String(document !== undefined && 'text' in document ? document.text : '');
    expect(shown).toContain('Flags are named in small letters.\n'.trim());
    expect(shown).not.toContain('\u200b');
    const block = /\[block ([0-9a-f-]{36})/.exec(shown)?.[1] ?? '';
    const read = await client.readResource({ uri: `sextant://blocks/${block}` });
    expect(JSON.stringify(read.contents)).toContain(block);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['document', 'block']);
    const other = await connect(mode, BOB);
    const listed = await other.listResources();
    expect(listed.resources.map((one) => one.uri)).not.toContain(uri);
    await expect(other.readResource({ uri })).rejects.toThrow(/no/i);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/no resource/);
  });

  test('cannot change anything by reading, nor reach what is refused or somebody else’s', async () => {
    const client = await connect(mode);
    backend.seen.length = 0;
    const write = flag(true);
    const error = (code: string) => ({ isError: true, value: { error: { code } } });
    const reading = { name: 'flags_updateFlag', arguments: write };
    expect(await call(client, 'call_read_tool', reading)).toMatchObject(error('write_refused'));
    expect(await propose(client, 'deleteFlag', {})).toMatchObject(error('unknown_tool'));
    const wrong = await propose(client, 'createFlag', {});
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('projectId') });
    expect(backend.seen).toEqual([]);

    const proposed = await propose(client, 'updateFlag', write);
    const bob = await connect(mode, BOB);
    const others = await call(bob, 'change_status', { preview_id: proposed.value['preview_id'] });
    expect(others).toMatchObject(error('not_found'));
  });

  test('gets the questions of the agents as prompts', async () => {
    const client = await connect(mode);
    const { prompts } = await client.listPrompts();
    const text = 'Which flags are stale?';
    expect(prompts[0]).toMatchObject({ name: 'flags_1', title: text });
    const messages = [{ role: 'user', content: { text } }];
    expect(await client.getPrompt({ name: 'flags_1' })).toMatchObject({ messages });
  });
});

describe('a host that shows previews as pages', () => {
  const browser = useOpened(launchBrowser);
  const decide = 'decide_change';
  const connectHost = (token = ADA) =>
    connect('auto', token, { [APPS]: { mimeTypes: [PAGE_TYPE] } });

  async function proposed(client: Client, flagId: string) {
    const change = flag(true, flagId, `<b onclick=alert(1)>${flagId}</b>`);
    const result = await propose(client, 'updateFlag', change);
    const { preview_id, payload_sha256 } = result.value;
    const decision = result._meta?.['sextant/decision'] as { ticket: string } | undefined;
    const { ticket = '' } = decision ?? {};
    backend.seen.length = 0;
    return { result, ticket, known: { preview_id, payload_sha256, decision: 'accept' } };
  }
  const writes = () => backend.seen.filter(({ method }) => method !== 'GET');

  test('lists the decision for the page alone, and takes it with the ticket of exactly this content', async () => {
    const host = await connectHost();
    const { tools, cacheScope } = (await host.listTools()) as JsonObject;
    expect(cacheScope).toBe('private');
    const alone = { name: decide, _meta: { ui: { visibility: ['app'] } } };
    expect((tools as JsonObject[]).at(-1)).toMatchObject(alone);
    const { result, ticket, known } = await proposed(host, 'beta-cart');
    // What models are given of a result.
    expect(JSON.stringify([result.content, result.structuredContent])).not.toContain(ticket);
    const other = await proposed(host, 'old-search');
    const code = async (client: Client, input: JsonObject) =>
      ((await call(client, decide, input)).value['error'] as JsonObject)['code'];
    expect(await code(host, known)).toBe('invalid_arguments');
    const { payload_sha256 } = other.known;
    const tickets = [{ ticket: known.payload_sha256 }, { ticket: other.ticket }];
    for (const wrong of [...tickets, { ticket, payload_sha256 }])
      expect(await code(host, { ...known, ...wrong })).toBe('write_refused');
    expect(await code(await connectHost(BOB), { ...known, ticket })).toBe('write_refused');
    const change = `update sextant.previews set payload_sha256 = 'changed' where id = $1`;
    await server.db.query(change, [other.known.preview_id]);
    expect(await code(host, { ...other.known, ticket: other.ticket })).toBe('conflict');
    for (const mode of ['auto', 'legacy'] as const) {
      const plain = await connect(mode);
      const shown = await proposed(plain, 'beta-cart');
      expect(shown.result._meta?.['sextant/decision']).toBeUndefined();
      await expect(call(plain, decide, { ...known, ticket })).rejects.toThrow(/no tool/);
    }
    expect(writes()).toEqual([]);
    const rejected = await call(host, decide, { ...known, ticket, decision: 'reject' });
    expect(rejected.value).toEqual({ preview_id: known.preview_id, state: 'rejected' });
    expect([await code(host, { ...known, ticket }), writes()]).toEqual(['preview_decided', []]);
  });

  test('shows it in a frame that asks nobody but its host, where the user accepts', async () => {
    const host = await connectHost();
    const { contents } = await host.readResource({ uri: PREVIEW_PAGE });
    const [{ mimeType, text: html = '' } = {}] = contents as { mimeType?: string; text?: string }[];
    expect([mimeType, html.length < 20_000]).toEqual([PAGE_TYPE, true]);
    const { result } = await proposed(host, 'beta-cart');
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('request', (request) => complaints.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.exposeFunction('callTool', (params: never) => host.callTool(params));
    await page.setContent('<iframe sandbox="allow-scripts" width="600" height="500"></iframe>');
    await page.evaluate(`const page = ${JSON.stringify([html, result])}; ${HOST}`);
    const frame = page.frameLocator('iframe');
    await frame.getByText('<b onclick=alert(1)>beta-cart</b>').first().waitFor();
    await frame.getByRole('button', { name: 'Accept' }).click();
    await frame.getByText('Accepted and saved.').waitFor();
    expect(writes()).toMatchObject([{ method: 'PATCH', authorization: `Bearer ${ADA}` }]);
    expect(complaints).toEqual([]);
  });
});

/** The host's side of the extension, as far as a preview needs it; `page` is the page and the result it is shown beside. */
const HOST = `
const frame = document.querySelector('iframe');
const [html, result] = page;
addEventListener('message', ({ source, data: { id, method, params } }) => {
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  if (source !== frame.contentWindow) return;
  if (method === 'ui/initialize') send({ id, result: { hostCapabilities: {}, hostContext: {} } });
  if (method === 'ui/notifications/initialized')
    send({ method: 'ui/notifications/tool-result', params: result });
  if (method === 'tools/call') callTool(params).then((answer) => send({ id, result: answer }));
});
frame.srcdoc = html;
`;

test('"sextant mcp" passes messages of a desktop client on, with the token of its environment', async () => {
  const path = (name: string) => new URL(name, import.meta.url);
  const client = new Client({ name: 'desktop', version: '1' });
  clients.push(client);
  const loader = ['--import', path('../support/typescript.mjs').href];
  const program = [fileURLToPath(path('../../src/cli.ts')), 'mcp', '--url', server.url];
  const args = ['--disable-warning=ExperimentalWarning', ...loader, ...program];
  const settings = { env: { SEXTANT_TOKEN: ADA }, stderr: 'ignore' as const };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, ...settings }));
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(5);
  const described = await call(client, 'describe_tool', { name: 'flags_listFlags' });
  expect(described.value).toMatchObject({ effect: 'read' });
});
