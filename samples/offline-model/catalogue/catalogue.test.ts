import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { LlmEvent, LlmMessage, ToolSpec } from '../../../src/llm/types.js';
import { OfflineProvider } from '../offline-provider.js';

const text = { type: 'string' };
const tool = (
  name: string,
  effect: string,
  description: string,
  properties: JsonObject = {},
  required: string[] = [],
): ToolSpec => ({
  ...{ name, effect, description, examples: [] },
  inputSchema: { type: 'object', properties, required },
});

/** A catalogue as an OpenAPI document of feature flags gives it: nothing of it is known to the model. */
const flags = [
  tool('flags_listProjects', 'read', 'Lists all projects.'),
  tool('flags_listFlags', 'read', 'Lists the feature flags of all projects.', {
    stale: { type: 'boolean' },
  }),
  tool('flags_getFlag', 'read', 'Gets one feature flag in full.', { flagId: text }, ['flagId']),
  tool(
    'flags_createFlag',
    'propose',
    'Creates a feature flag in a project.',
    { projectId: text, name: text, type: { type: 'string', enum: ['release', 'experiment'] } },
    ['projectId', 'name', 'type'],
  ),
  tool('flags_deleteFlag', 'propose', 'Deletes a feature flag.', { flagId: text }, ['flagId']),
];
const results: Readonly<Record<string, unknown>> = {
  flags_listProjects: {
    projects: [
      { id: 'p1', name: 'Web shop' },
      { id: 'p2', name: 'Billing' },
    ],
  },
  flags_listFlags: [
    { id: 'f7', name: 'new checkout' },
    { id: 'f8', name: 'dark mode' },
  ],
  flags_getFlag: { id: 'f8', name: 'dark mode', enabled: true },
  flags_createFlag: { status: 'preview_sent' },
  flags_deleteFlag: { status: 'preview_sent' },
};

/** Plays a conversation of one request with the model: what it calls, and what it says at the end. */
async function ask(message: string, first = flags, hidden: readonly ToolSpec[] = []) {
  const provider = new OfflineProvider();
  const messages: LlmMessage[] = [{ role: 'user', content: message }];
  const calls: { name: string; arguments: JsonObject }[] = [];
  let tools = first;
  for (let turn = 0; turn < 8; turn += 1) {
    const events: LlmEvent[] = [];
    const context = { contextType: 'flags', open: {} };
    const request = { system: '', messages, tools, maxTokens: 1000, context };
    for await (const event of provider.streamChat(request, new AbortController().signal))
      events.push(event);
    const made = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    if (made.length === 0) return { calls, said };
    messages.push({ role: 'assistant', content: '', toolCalls: made });
    for (const call of made) {
      calls.push({ name: call.name, arguments: call.arguments });
      if (call.name === 'find_tools') tools = [...first, ...hidden];
      const content = JSON.stringify(results[call.name] ?? {});
      messages.push({
        role: 'tool',
        toolCallId: call.id,
        name: call.name,
        content,
        isError: false,
      });
    }
  }
  return { calls, said: 'no end' };
}

describe('a catalogue that the model has never seen', () => {
  it('lists', async () => {
    const { calls, said } = await ask('Which projects are there?');
    expect(calls).toEqual([{ name: 'flags_listProjects', arguments: {} }]);
    expect(said).toContain('Web shop');
  });

  it('reads one thing by name through the list of such things', async () => {
    const { calls } = await ask('show me the flag dark mode in full');
    expect(calls.at(-1)).toEqual({ name: 'flags_getFlag', arguments: { flagId: 'f8' } });
  });

  it('proposes a change with an id that it looked up', async () => {
    const { calls, said } = await ask(
      'create a release flag called "fast search" in the project Billing',
    );
    expect(calls.at(-1)).toEqual({
      name: 'flags_createFlag',
      arguments: { projectId: 'p2', name: 'fast search', type: 'release' },
    });
    expect(said).toContain('until you accept');
  });

  it('asks for what is missing', async () => {
    const { calls, said } = await ask('create a flag called "fast search" in the project Billing');
    expect(calls.map(({ name }) => name)).not.toContain('flags_createFlag');
    expect(said).toMatch(/type.*release, experiment/);
  });

  it('asks which one rather than guess', async () => {
    const { calls, said } = await ask('delete the flag for the old header');
    expect(calls.map(({ name }) => name)).not.toContain('flags_deleteFlag');
    expect(said).toMatch(/new checkout[\s\S]*Which flag/);
  });

  it('stops a change when a word of the request found no place', async () => {
    const { calls, said } = await ask('delete the flag dark mode unless it is enabled on Friday');
    expect(calls.map(({ name }) => name)).not.toContain('flags_deleteFlag');
    expect(said).toMatch(/unless/);
  });

  it('looks whether anything here is called so, and says that it does not understand', async () => {
    const { calls, said } = await ask('what is the weather like on Mars');
    expect(calls.map(({ name }) => name)).toEqual(['flags_listProjects', 'flags_listFlags']);
    expect(said).toContain('did not understand');
  });
});

describe('arguments from what is said', () => {
  const repo = { owner: text, repo: text };
  const places = ['owner', 'repo'];
  const state = { type: 'string', enum: ['open', 'closed'] };
  const number = { type: 'integer' };
  const hub = [
    tool('hub_issues_list', 'read', 'Lists issues assigned to the user.', { state }),
    tool(
      'hub_issues_list_for_repo',
      'read',
      'Lists the issues of a repository.',
      {
        ...{ ...repo, state, field_values: text },
      },
      places,
    ),
    tool(
      'hub_issues_update',
      'propose',
      'Updates an issue.',
      {
        ...{ ...repo, issue_number: number },
        body: { type: 'object', properties: { state, duplicate_issue_id: number } },
      },
      [...places, 'issue_number', 'body'],
    ),
    tool(
      'hub_pulls_merge',
      'propose',
      'Merges a pull request.',
      {
        ...{ ...repo, pull_number: number },
        body: {
          type: 'object',
          properties: { merge_method: { type: 'string', enum: ['merge', 'squash'] } },
        },
      },
      [...places, 'pull_number'],
    ),
  ];
  const shop = { owner: 'acme', repo: 'webshop' };

  it.each<[string, string, JsonObject]>([
    ['which issues are open in acme/webshop?', 'issues_list_for_repo', { ...shop, state: 'open' }],
    ['open issues of acme/webshop', 'issues_list_for_repo', { ...shop, state: 'open' }],
    [
      'close issue 3 of acme/webshop',
      'issues_update',
      { ...shop, issue_number: 3, body: { state: 'closed' } },
    ],
    ['merge pull 7 of acme/webshop', 'pulls_merge', { ...shop, pull_number: 7 }],
  ])('%s', async (said, name, args) => {
    const { calls } = await ask(said, hub);
    expect(calls).toEqual([{ name: `hub_${name}`, arguments: args }]);
  });

  it('looks for the tool that lists what is named, and takes the only thing there is for a read', async () => {
    const [listProjects, listFlags, , createFlag] = flags as [
      ToolSpec,
      ToolSpec,
      ToolSpec,
      ToolSpec,
    ];
    const find = tool('find_tools', 'read', 'Finds further tools.', { query: text }, ['query']);
    const offered = [createFlag, listFlags, find];
    const said = 'create a release flag named big-banner in project Billing';
    const { calls } = await ask(said, offered, [listProjects]);
    expect(calls.map(({ name }) => name)).toEqual([
      'find_tools',
      'flags_listProjects',
      'flags_createFlag',
    ]);
    expect(calls.at(-1)?.arguments).toEqual({
      projectId: 'p2',
      name: 'big-banner',
      type: 'release',
    });
  });
});
