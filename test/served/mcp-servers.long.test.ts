import { afterAll, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/foundation/json.js';
import { packagedServer } from '../support/mcp/open-mcp.js';
import { calls, says, playing, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { readStream, startTestServer, type WireEvent } from '../support/server.js';
import { useFolder } from '../support/use-folder.js';
import { useOpened } from '../support/use-opened.js';

// The reference servers of npm, all at once, as somebody's config file names them.

const AUTH = { authorization: 'Bearer alice' };

let http: { url: string; child: ChildProcess };
let script = new ScriptedModel([]);
const llm = playing(() => script);
const folder = useFolder();
const server = useOpened(async () => {
  await writeFile(join(folder.path, 'notes.md'), 'one\ntwo\n');
  http = await everythingOverHttp();
  return startTestServer({ llm, files: { 'sextant.yaml': config() } });
});
afterAll(() => void http.child.kill());

function config(): JsonObject {
  const everything = packagedServer('server-everything', 'stdio');
  return {
    sources: {
      files: {
        mcp: commandOf(packagedServer('server-filesystem', folder.path)),
        reads: ['read_*', 'list_*', 'search_files', 'directory_tree', 'get_file_info'],
        dry_runs: { edit_file: { dryRun: true } },
      },
      memory: {
        mcp: {
          ...commandOf(packagedServer('server-memory')),
          env: { MEMORY_FILE_PATH: join(folder.path, 'memory.jsonl') },
        },
        reads: ['read_graph', 'search_nodes', 'open_nodes'],
      },
      local: { mcp: commandOf(everything), reads: ['*'], exclude: ['get-env'], elicitation: true },
      remote: { mcp: { url: http.url }, reads: ['*'] },
    },
    agents: {
      all: {
        title: 'All of them',
        sources: ['files', 'memory', 'local', 'remote'],
        core_tools: [
          ...['files_read_text_file', 'files_edit_file', 'memory_create_entities'],
          ...['memory_read_graph', 'local_echo', 'local_trigger_long_running_operation'],
          ...[
            'local_trigger_elicitation_request',
            'local_get_tiny_image',
            'local_get_structured_content',
          ],
          'remote_get_sum',
        ],
      },
    },
  };
}

function commandOf(place: ReturnType<typeof packagedServer>): JsonObject {
  if (!('command' in place)) throw new Error('no program');
  return { command: place.command, args: place.args };
}

/** The server over Streamable HTTP, on a port that was free a moment ago. */
async function everythingOverHttp() {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
  const path = '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js';
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(path, import.meta.url)), 'streamableHttp'],
    { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()));
  return { url: `http://127.0.0.1:${port}/mcp`, child };
}

async function chat(...turns: ScriptTurn[]): Promise<WireEvent[]> {
  script = new ScriptedModel(turns);
  const events = await server.chat({ message: 'do it', context_type: 'all' }, AUTH);
  script.expectUsedUp();
  return events;
}

const resultsIn = (events: readonly WireEvent[]) =>
  events.flatMap((one) => (one.event === 'tool_call_result' ? [one.data] : []));

async function send(path: string, body: object = {}): Promise<JsonObject> {
  const headers = { ...AUTH, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await response.json()) as JsonObject;
}

async function accept(events: readonly WireEvent[]): Promise<JsonObject> {
  const shown = events.find(({ data }) => 'preview_id' in data)?.data as unknown as JsonObject;
  await send(`/v1/agent/previews/${String(shown['preview_id'])}/accept`);
  return shown;
}

test('all of them are connected, each over its own transport', async () => {
  const response = await fetch(`${server.url}/v1/agent/sources`, { headers: AUTH });
  const { items } = (await response.json()) as { items: JsonObject[] };
  const states = new Map(items.map(({ id, state, refused }) => [id, { state, refused }]));
  expect(states.get('files')?.state).toBe('ok');
  expect(states.get('memory')?.state).toBe('ok');
  // One tool of this server wants to be called as a task; that costs the tool.
  const asTask = [{ tool: 'simulate-research-query', reason: expect.stringContaining('task') }];
  expect(states.get('local')).toEqual({ state: 'degraded', refused: asTask });
  expect(states.get('remote')).toEqual({ state: 'degraded', refused: asTask });
});

test('memory: what is created waits for a person, and is read back after that', async () => {
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes boxes'] }];
  const events = await chat([calls('memory_create_entities', { entities })], [says('See.')]);
  const before = await chat([calls('memory_read_graph', {})], [says('Empty.')]);
  expect(JSON.stringify(resultsIn(before))).not.toContain('likes boxes');
  await accept(events);
  const after = await chat([calls('memory_read_graph', {})], [says('There.')]);
  expect(JSON.stringify(resultsIn(after))).toContain('likes boxes');
});

test('everything: texts, numbers, structured content and pictures come over both transports', async () => {
  const events = await chat(
    [
      calls('local_echo', { message: 'hello' }),
      calls('remote_get_sum', { a: 2, b: 40 }),
      calls('local_get_structured_content', { location: 'New York' }),
      calls('local_get_tiny_image', {}),
    ],
    [says('So.')],
  );
  const results = resultsIn(events);
  expect(results.map(({ is_error: isError }) => isError)).toEqual([false, false, false, false]);
  const [echo, sum, weather, image] = results.map(({ result }) => JSON.stringify(result));
  expect(echo).toContain('hello');
  expect(sum).toContain('42');
  expect(JSON.parse(weather ?? '')).toMatchObject({ temperature: expect.any(Number) });
  expect(image).toContain('data:image/png;base64,iVBOR');
  const told = JSON.stringify(script.requests.at(-1)?.messages);
  expect(told).toContain('image/png');
  expect(told).not.toContain('iVBOR');
});

test('everything: progress is shown, and a form is answered by the user', async () => {
  script = new ScriptedModel([
    [calls('local_trigger_long_running_operation', { duration: 2, steps: 2 })],
    [calls('local_trigger_elicitation_request', {})],
    [says('Done.')],
  ]);
  const message = { message: 'do it', context_type: 'all' };
  const events: WireEvent[] = [];
  for await (const event of readStream(await server.post(message, { headers: AUTH }))) {
    events.push(event);
    const { event: name, data } = event as unknown as { event: string; data: JsonObject };
    if (name === 'question')
      await send(`/v1/agent/questions/${String(data['question_id'])}/decline`);
  }
  const names = events.map(({ event }) => event as string);
  expect(names).toContain('tool_progress');
  expect(names.slice(names.indexOf('question')).slice(0, 3)).toEqual([
    'question',
    'question_ended',
    'tool_call_result',
  ]);
  expect(JSON.stringify(resultsIn(events).at(-1))).toMatch(/declined/i);
});
