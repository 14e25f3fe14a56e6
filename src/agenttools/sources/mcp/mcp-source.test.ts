import { tmpdir } from 'node:os';
import { refused } from '../../../../test/support/refused.js';
import {
  callTool,
  closeSources,
  hostileServer,
  openMcp,
  toolsOf,
  untilStatus,
} from '../../../../test/support/mcp/open-mcp.js';
import { AppError } from '../../../foundation/errors.js';
import { KnownSecrets } from '../../../foundation/secrets.js';
import { mcpCallKind } from '../../changes/mcp-call/mcp-call.js';
import { writeClientOf } from '../write-access.js';
import { defaultMcpLimits } from './connect/server-place.js';
import { definitionText, pageOfCall } from './mcp-tools.js';

/** What applying is given beside the text. */
const applied = ({ backend }: ReturnType<typeof openMcp>) => ({
  previewId: 'preview',
  read: backend.readFor({ userId: 'ada' }),
  facts: {},
  isEdited: false,
});

afterEach(closeSources);

const object = { type: 'object', properties: { id: { type: 'string' } } };
const tool = (name: string, more: object = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: object,
  ...more,
});
const patterns = { reads: ['*'] };
/** A server of one read, which behaves like this when it is called. */
const behaving = (onCall: string, more: Partial<Parameters<typeof openMcp>[1]> = {}) =>
  openMcp(hostileServer({ tools: [tool('get')], onCall }), { patterns, ...more });

/** Why the source is down, once it is. */
const downReason = async (source: ReturnType<typeof openMcp>) =>
  (await untilStatus(source, ({ state }) => state === 'down')).reason;

describe('a server over standard streams', () => {
  test('lists its tools, page by page, as reads and as changes', async () => {
    const tools = [tool('get-thing'), tool('dropThing'), tool('hidden')];
    const chosen = { reads: ['get*'], exclude: ['hidden'] };
    const source = openMcp(hostileServer({ tools, pages: 3 }), { patterns: chosen });
    const found = await toolsOf(source);
    expect(found.map(({ name, effect, operation }) => [name, effect, operation])).toEqual([
      ['s_get_thing', 'read', { tool: 'get-thing' }],
      ['s_dropThing', 'propose', { tool: 'dropThing' }],
    ]);
    expect(await untilStatus(source, ({ state }) => state === 'ready')).toMatchObject({
      server: 'hostile 1.0.0',
      protocolVersion: '2025-11-25',
      counts: { listed: 3, offered: 2 },
    });
  });

  test('a read is called at once; a change is proposed, and only its kind may send it', async () => {
    const tools = [tool('get'), tool('drop')];
    const source = openMcp(hostileServer({ tools }), { patterns: { reads: ['get'] } });
    expect(await callTool(source, 's_get', { id: '7' })).toEqual({ result: { id: '7' } });
    const proposed = await callTool(source, 's_drop', { id: '7' });
    const payload = { tool: 'drop', arguments: { id: '7' } };
    expect(proposed.signals).toMatchObject([{ preview: { kind: 'mcp_call', payload } }]);
    const request = { method: 'POST', segments: ['drop'], body: {} };
    await expect(source.backend.readFor({ userId: 'ada' }).send(request)).rejects.toMatchObject({
      code: 'write_refused',
    });
    const write = writeClientOf(source.backend, { userId: 'ada' });
    const end = await mcpCallKind.apply(write, JSON.stringify(payload), undefined, applied(source));
    expect(end).toMatchObject({ state: 'accepted', answer: { id: '7' } });
  });

  test('of a change a person may edit the arguments, and a tool that is gone is not called', async () => {
    const source = openMcp(hostileServer({ tools: [tool('drop')] }));
    await toolsOf(source);
    const payload = { tool: 'drop', arguments: { id: '7' } };
    const edited = { tool: 'drop', arguments: { id: '8' } };
    expect(mcpCallKind.edited?.(edited, payload)).toEqual(edited);
    expect(() => mcpCallKind.edited?.({ ...edited, tool: 'other' }, payload)).toThrow(/Only the/);
    expect(source.checkChange(payload)).toEqual([]);
    expect(source.checkChange({ ...payload, tool: 'gone' })).toMatchObject([{ path: 'tool' }]);
  });

  test('arguments are checked before anything is sent', async () => {
    const strict = { ...object, required: ['id'], additionalProperties: false };
    const tools = [tool('get', { inputSchema: strict })];
    const source = openMcp(hostileServer({ tools }), { patterns });
    await refused(callTool(source, 's_get', { ids: '7' }), 'invalid_arguments', '"id" is missing');
  });

  test('with a dry run shows what it would do, and proposes nothing that would fail', async () => {
    const dryRuns = { drop: { dry: true } };
    const tools = [tool('drop', { inputSchema: { type: 'object' } }), tool('get')];
    const links = { drop: 'https://x.example/{id}', get: 'https://x.example/{id}' };
    const ok = openMcp(hostileServer({ tools }), { patterns: { dryRuns, links, reads: ['get'] } });
    expect(await callTool(ok, 's_get', { id: '7' })).toMatchObject({ link: 'https://x.example/7' });
    const proposed = await callTool(ok, 's_drop', { id: '7' });
    const extra = { dry_run: '{"id":"7","dry":true}', target: { url: 'https://x.example/7' } };
    const preview = { payload: { arguments: { id: '7' } }, extra };
    expect(proposed.signals).toMatchObject([{ preview }]);
    const failing = openMcp(hostileServer({ tools, onCall: 'error' }), { patterns: { dryRuns } });
    await expect(callTool(failing, 's_drop')).rejects.toMatchObject({ code: 'platform_error' });
  });

  test('gets few variables of this program, and those that the operator names', async () => {
    process.env['SECRET_OF_THE_SERVER'] = 'hunter2';
    const place = hostileServer({ tools: [tool('get')], onCall: 'environment' });
    const source = openMcp({ ...place, env: { TOKEN: 'its own' } }, { patterns });
    const { result } = await callTool(source, 's_get');
    delete process.env['SECRET_OF_THE_SERVER'];
    expect(result).toMatchObject({ TOKEN: 'its own', PATH: process.env['PATH'] });
    expect(JSON.stringify(result)).not.toMatch(/hunter2|of-the-caller/);
  });

  const secret = 'of-the-"database"/1';
  const said = { id: `Bearer of-the-caller, ${secret}` };

  test.each(['answer', 'fail', 'refuse'])(
    'has secrets cut out that it repeats: %s',
    async (how) => {
      const source = behaving(how, { secrets: new KnownSecrets([secret]) });
      const end = await callTool(source, 's_get', said).catch((error: AppError) => error.message);
      expect(JSON.stringify(end)).toContain('Bearer [redacted], [redacted]');
      expect(JSON.stringify(end)).not.toMatch(/of-the/);
    },
  );

  test('that repeats a secret before it ends has it cut out of its last words', async () => {
    const source = behaving('last words', { secrets: new KnownSecrets([secret]) });
    await expect(callTool(source, 's_get', said)).rejects.toThrow(AppError);
    expect(await downReason(source)).toContain('[redacted], [redacted]');
  });

  test('that dies mid-call costs that call, and is started again', async () => {
    const source = behaving('die');
    await toolsOf(source);
    await expect(callTool(source, 's_get')).rejects.toMatchObject({ code: 'platform_unavailable' });
    expect(await downReason(source)).toContain('out of cheese');
    await expect(callTool(source, 's_get')).rejects.toThrow(/cannot be asked now/);
    await untilStatus(source, ({ state }) => state === 'ready');
    expect(await toolsOf(source)).toHaveLength(1);
  });

  test('that is not installed says so', async () => {
    const source = openMcp({ command: 'no-such-mcp-server', args: [], env: {}, cwd: tmpdir() });
    expect(await downReason(source)).toContain('no-such-mcp-server cannot be started');
  });
});

describe('a server that does harm', () => {
  test('never answers: the call ends by its time limit, and a cancelled one says so', async () => {
    const source = behaving('silent', { limits: { ...defaultMcpLimits, readMs: 300 } });
    await expect(callTool(source, 's_get')).rejects.toMatchObject({ code: 'tool_timeout' });
    const abort = new AbortController();
    await toolsOf(source);
    const call = callTool(source, 's_get', {}, abort.signal);
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('answers 10 MB: the connection ends, and another one is made', async () => {
    const source = behaving('huge');
    await expect(callTool(source, 's_get')).rejects.toMatchObject({ code: 'platform_unavailable' });
    expect(await downReason(source)).toContain('a message of more than 4194304 bytes');
  });

  test.each(['junk', 'messages'])('floods its output with %s: it is ended', async (onCall) => {
    const source = behaving(onCall);
    await expect(callTool(source, 's_get')).rejects.toMatchObject({ code: 'platform_unavailable' });
    expect(await downReason(source)).toMatch(/more than \d+ lines/);
  });

  test('asks the user for something at any time: it is refused, and the call continues', async () => {
    const elicits = { onStart: 'elicit', onList: 'elicit', onCall: 'elicit' };
    const source = openMcp(hostileServer({ tools: [tool('get')], ...elicits }), { patterns });
    expect(await callTool(source, 's_get')).toEqual({ result: { text: 'asked' } });
  });

  test('declares broken schemas: each costs its own tool', async () => {
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', ...object };
    const draft2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...object };
    const evil = { type: 'object', properties: { id: { type: 'string', pattern: '(a+)+$' } } };
    const tools = [
      tool('seven', { inputSchema: draft07 }),
      tool('twenty', { inputSchema: draft2020 }),
      tool('pattern', { inputSchema: evil }),
      tool('number', { inputSchema: { type: 'object', properties: { id: { type: 'nothing' } } } }),
      tool('list', { inputSchema: { type: 'array' } }),
      tool('none', { inputSchema: undefined }),
      tool('tasks', { execution: { taskSupport: 'required' } }),
      tool('seven'),
      tool('in\u200bvisible'),
      { description: 'no name' },
      42,
    ];
    const source = openMcp(hostileServer({ tools }), { patterns });
    const found = await toolsOf(source);
    expect(found.map(({ name }) => name)).toEqual(['s_seven', 's_twenty', 's_pattern']);
    const { refused } = await untilStatus(source, ({ state }) => state === 'ready');
    expect(refused.map((one) => one.reason)).toEqual([
      expect.stringContaining('is no JSON Schema'),
      expect.stringContaining('not of type "object"'),
      expect.stringContaining('has no inputSchema'),
      expect.stringContaining('only be called as a task'),
      expect.stringContaining('twice'),
      expect.stringContaining('invisible'),
      expect.stringContaining('no name'),
      expect.stringContaining('no object'),
    ]);
    // The pattern would take longer than the universe is old; it is shown and not run.
    const id = `${'a'.repeat(60)}!`;
    expect(await callTool(source, 's_pattern', { id })).toEqual({ result: { id } });
  });

  test('lists 5,000 tools, or 5,001, or none', async () => {
    const many = openMcp(hostileServer({ tools: 5001, pages: 11 }));
    expect(await toolsOf(many)).toHaveLength(5000);
    const { refused } = await untilStatus(many, ({ state }) => state === 'ready');
    expect(refused).toEqual([{ tool: '', reason: expect.stringContaining('1 tools more') }]);
    expect(await toolsOf(openMcp(hostileServer({ tools: 0 })))).toEqual([]);
  });

  test('claims that everything only reads: that counts only where it is believed', async () => {
    const tools = [tool('drop', { annotations: { readOnlyHint: true } })];
    expect(await toolsOf(openMcp(hostileServer({ tools })))).toMatchObject([{ effect: 'propose' }]);
    const believed = openMcp(hostileServer({ tools }), { patterns: { trustHints: true } });
    expect(await toolsOf(believed)).toMatchObject([{ effect: 'read' }]);
  });
});

const definition = (description: string, title = 'Notes') => ({
  name: 'create_note',
  title,
  description,
  inputSchema: {},
  annotations: {},
});

test('a long description is capped for the model, and further for the index', () => {
  const { title, description, indexed } = definitionText(
    definition('Writes a note. '.repeat(500), 'N'.repeat(500)),
  );
  expect(title.length).toBeLessThanOrEqual(80);
  expect(description.length).toBeLessThanOrEqual(800);
  expect(description).toMatch(/^Writes a note\. Writes/);
  // Title, the words of the name, and the beginning of the description.
  expect(indexed.length).toBeLessThanOrEqual(80 + 2 + 'create note'.length + 2 + 300);
});

test('what cannot be seen is in neither, and a tool without words has those of its name', () => {
  const hidden = definitionText(definition('Writes\u200b a\u202e note.'));
  expect(hidden.description).toBe('Writes a note.');
  expect(definitionText(definition('', '')).description).toBe('create note.');
});

const AT = 'https://shop.example.com/orders';

test.each<[string, string | undefined, object, unknown, string | undefined]>([
  ['an argument', `${AT}/{id}`, { id: 7 }, { id: 9 }, `${AT}/7`],
  ['else a field of the answer', `${AT}/{id}`, {}, { id: 'a/b' }, `${AT}/a%2Fb`],
  ['the field of each row of a list', `${AT}/{id}`, {}, [{ id: 1 }, { id: 2 }], `${AT}/{id}`],
  ['a page without a place', AT, {}, undefined, AT],
  ['nothing where it is not told', `${AT}/{id}`, {}, { name: 'x' }, undefined],
  ['nothing where it is no id', `${AT}/{id}`, { id: { a: 1 } }, undefined, undefined],
  ['nothing where the operator names none', undefined, { id: 7 }, { url: AT }, undefined],
])('links to %s', (_, address, input, answer, page) => {
  expect(pageOfCall(address, { ...input }, answer)).toBe(page);
});
