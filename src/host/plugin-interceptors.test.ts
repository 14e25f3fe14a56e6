import { firstValueFrom, of } from 'rxjs';
import { eventsOf, runToEnd, SHOWN } from '../../test/support/loop.js';
import { calls, says, ScriptedModel } from '../../test/support/scripted-model.js';
import {
  orderInterceptors,
  type PreviewInterceptor,
} from '../agenttools/interceptors/interceptors.js';
import { silentLogger } from '../foundation/logger.js';
import { openPlugins } from './open-plugins.js';
import { definePlugin, type AnyPlugin, type PluginHost } from './plugin.js';

const host = { logger: silentLogger } as unknown as PluginHost;
const open = (...plugins: AnyPlugin[]) =>
  openPlugins(plugins, { hostFor: () => host, version: '0.1.0', logger: silentLogger });

const song: PreviewInterceptor = {
  name: 'song',
  takes: ({ proposes }) => proposes === 'song',
  intercept: ({ arguments: { title } }, { payload, targetId }) => ({
    event: 'song_score',
    data: { score: payload['notes'], asked_for: title, song_id: targetId },
  }),
};

const odd = { title: 's', apply: async () => undefined, event: () => ({}) } as never;
const notes = ['c', 'e', 'g'];
const proposal = { kind: 'song', description: 'A new song.', payload: { notes }, targetId: 's1' };
const old: AnyPlugin = { name: 'old', changes: { song: odd } };
const songs = (...interceptors: PreviewInterceptor[]) => {
  const signals = [{ type: 'preview' as const, preview: structuredClone(proposal) }];
  const words = { name: 'write_song', description: 'Writes a song.', groups: ['notes'] };
  const does = { effect: 'propose' as const, proposes: 'song', properties: { title: {} } };
  const write = { ...words, ...does, execute: async () => ({ result: { bars: 4 }, signals }) };
  const changes = { song: { title: 'song', apply: async () => undefined } };
  const sources = [{ id: 'songs', tools: [write] }];
  return definePlugin({ name: 'songs', changes, interceptors, sources });
};

async function sing(...interceptors: PreviewInterceptor[]) {
  const opened = await open(songs(...interceptors));
  expect(opened.failed).toEqual([]);
  const llm = new ScriptedModel([[calls('write_song', { title: 'Dawn' }, 'p')], [says('Done.')]]);
  const run = await runToEnd({
    llm,
    tools: await firstValueFrom(opened.sources[0]?.tools$ ?? of([])),
    deps: { intercept: orderInterceptors(opened.interceptors) },
  });
  const [result] = eventsOf(run.events, 'tool_call_result');
  return { ...run, result, read: JSON.stringify(llm.last.messages) };
}

test('a plugin shows what it proposes as an event of its own, and the model is told that it was shown', async () => {
  const { events, result, read } = await sing(song);
  const own = { score: notes, asked_for: 'Dawn', song_id: 's1' };
  expect(eventsOf(events, 'song_score')).toEqual([
    { ...SHOWN, description: 'A new song.', is_update: true, ...own },
  ]);
  expect(result?.result).toMatchObject({ status: 'preview_sent', ref: 'change_1', bars: 4 });
  expect(read).not.toContain('"e"');
});

test('without an interceptor the event has the name of the kind', async () =>
  expect(eventsOf((await sing()).events, 'song')).toMatchObject([
    { payload: { notes }, target_id: 's1' },
  ]));

test('an interceptor changes neither what is stored nor what the server states of it', async () => {
  const { events, previews } = await sing({
    ...song,
    intercept: (_call, outcome) => {
      outcome.payload['notes'] = ['forged'];
      outcome.targetId = 's2';
      const forged = { payload_sha256: 'forged', preview_id: 'forged' };
      return { event: 'song_score', data: { ...forged, is_update: false, position: 9 } };
    },
  });
  expect(previews[0]?.preview).toMatchObject(proposal);
  expect(eventsOf(events, 'song_score')).toMatchObject([
    { payload_sha256: '0'.repeat(64), preview_id: 'preview-1', is_update: true, position: 1 },
  ]);
});

const throws = () => {
  throw new Error('out of tune');
};
test.each<[string, PreviewInterceptor['intercept']]>([
  ['throws', throws],
  ['has an event of the server', () => ({ event: 'message_complete', data: {} })],
  ['has an event of two lines', () => ({ event: 'song\ndata: {}', data: {} })],
  ['answers nothing', () => undefined as never],
])('where an interceptor %s, nothing is stored or shown and the call failed', async (_how, how) => {
  const { events, previews, result } = await sing({ ...song, intercept: how });
  expect(previews).toEqual([]);
  expect(events.filter(({ type }) => type === 'plugin_event')).toEqual([]);
  const error = { message: expect.stringContaining('could not be stored') };
  expect(result).toMatchObject({ is_error: true, result: { error } });
  expect(events.at(-1)).toMatchObject({ type: 'message_complete', data: { turns: 2 } });
});

test('a plugin takes changes of its own kinds only', async () => {
  const { interceptors } = await open(songs({ ...song, takes: () => true }));
  const intercept = orderInterceptors(interceptors);
  const eventOf = (kind: string) => {
    const proposal = { kind, description: 'd', payload: {} };
    const call = { id: 'c', name: 'any', arguments: {} };
    return intercept({ proposes: kind } as never, call, proposal).event;
  };
  const shown = ['song', 'http_request', 'mcp_call', 'opera'].map(eventOf);
  expect(shown).toEqual(['song_score', 'change_preview', 'change_preview', 'opera']);
});

test.each<[string, AnyPlugin, RegExp]>([
  ['takes a name of the core', songs({ ...song, name: 'change' }), /"change" is taken/],
  ['has a name twice', songs(song, song), /"song" is taken/],
  ['cannot intercept', songs({ name: 'mute' } as never), /interceptors\[0\]\.takes must be/],
  ['shows a change by its kind', old, /song\.event must be left out: how/],
])('a plugin that %s is not served, and says why', async (_what, plugin, reason) => {
  const { failed } = await open(plugin);
  expect(failed).toMatchObject([{ plugin: plugin.name, reason: expect.stringMatching(reason) }]);
});
