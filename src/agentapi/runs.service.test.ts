import { describe, expect, test } from '@jest/globals';
import type { AgentEvent } from '../agentloop/events.js';
import { agentFor } from '../agents/agents.js';
import { createCatalog } from '../agenttools/catalog.js';
import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import { silentLogger } from '../foundation/logger.js';
import type { LlmMessage, LlmProvider } from '../llm/types.js';
import { deferred } from '../../test/support/deferred.js';
import { FakeSearch } from '../../test/support/fake-search.js';
import { tool, toolContext } from '../../test/support/loop.js';
import { calls, says, ScriptedModel, waitsFor } from '../../test/support/scripted-model.js';
import type { ChatRequest } from './chat.model.js';
import { RunRegistry } from './run-registry.js';
import { RunsService, type ConversationStore } from './runs.service.js';

/** Conversations in a map, for what the service does with them; the real store has its own tests. */
class MemoryConversations implements ConversationStore {
  readonly stored = new Map<string, JsonObject[]>();

  async open(userId: string, conversationId = 'new-conversation') {
    const key = `${userId}/${conversationId}`;
    return { id: conversationId, messages: [...(this.stored.get(key) ?? [])] };
  }

  async append(userId: string, conversationId: string, messages: readonly JsonObject[]) {
    const key = `${userId}/${conversationId}`;
    this.stored.set(key, [...(this.stored.get(key) ?? []), ...messages]);
  }
}

function serviceWith(
  llm: LlmProvider,
  conversations: ConversationStore = new MemoryConversations(),
) {
  const registry = new RunRegistry();
  const service = new RunsService(
    {
      loop: {
        selection: {
          catalog: createCatalog([tool('discover')]),
          search: new FakeSearch(() => ({})),
          topK: 6,
          minScore: 0,
          logger: silentLogger,
        },
        llm,
        previews: { save: async () => ({ id: 'preview', expiresAt: new Date(0), sha256: '' }) },
        toolContext: ({ caller }, signal) => toolContext({ caller, signal }),
        logger: silentLogger,
        now: () => 0,
      },
      conversations,
      agentFor,
    },
    registry,
  );
  return { service, registry };
}

const chat = (parts: Partial<ChatRequest> = {}): ChatRequest => ({
  message: 'hello',
  contextType: 'workflow',
  requestContext: {},
  history: [],
  conversationId: undefined,
  ...parts,
});
const caller = { userId: 'user-1' };

async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('what is refused starts nothing', () => {
  const opened: string[] = [];
  const conversations: ConversationStore = {
    open: async (_user, id) => {
      opened.push(id ?? 'new');
      throw new AppError('not_found', 'There is no such conversation.');
    },
    append: async () => {},
  };

  test.each<[string, Partial<ChatRequest>, string, string[]]>([
    ['an unknown context type', { contextType: 'garden' }, 'unknown_context_type', []],
    ["another user's conversation", { conversationId: 'c' }, 'not_found', ['c']],
  ])('%s', async (_name, parts, code, asked) => {
    opened.length = 0;
    const { service, registry } = serviceWith(new ScriptedModel([]), conversations);
    await expect(service.start(chat(parts), caller)).rejects.toMatchObject({ code });
    expect(opened).toEqual(asked);
    expect(registry.size).toBe(0);
  });

  test('anything, once the server stops', async () => {
    const { service, registry } = serviceWith(new ScriptedModel([]));
    await registry.stop(0);
    await expect(service.start(chat(), caller)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

describe('a conversation', () => {
  test('is stored before its terminal event and goes on with the next message', async () => {
    const store = new MemoryConversations();
    const llm = new ScriptedModel([[calls('discover', {}, 'd')], [says('One.')], [says('Two.')]]);
    const { service } = serviceWith(llm, store);
    const key = 'user-1/new-conversation';
    const first = await service.start(chat(), caller);
    for await (const event of first.events) {
      const isStored = store.stored.has(key);
      expect(isStored).toBe(event.type === 'message_complete');
    }
    const stored = store.stored.get(key) as unknown as LlmMessage[];
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const again = chat({ message: 'and now?', conversationId: 'new-conversation' });
    await collect((await service.start(again, caller)).events);
    llm.expectUsedUp();
    expect(llm.last.messages).toEqual([...stored, { role: 'user', content: 'and now?' }]);
    expect(store.stored.get(key)).toHaveLength(6);
  });

  test("what is stored counts, a page's own history only when nothing is", async () => {
    const store = new MemoryConversations();
    const llm = new ScriptedModel([[says('a')], [says('b')]]);
    const { service } = serviceWith(llm, store);
    const history = [
      { role: 'assistant', content: 'Welcome!' } as const,
      { role: 'user', content: 'from the page' } as const,
    ];
    const request = chat({ history, conversationId: 'c' });
    await collect((await service.start(request, caller)).events);
    await collect((await service.start(request, caller)).events);
    expect(llm.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['from the page', 'hello'],
      ['hello', 'a', 'hello'],
    ]);
  });

  test('two users with one id have two conversations', async () => {
    const llm = new ScriptedModel([[says('a')], [says('b')]]);
    const { service } = serviceWith(llm, new MemoryConversations());
    const request = chat({ conversationId: 'c' });
    await collect((await service.start(request, caller)).events);
    await collect((await service.start(request, { userId: 'user-2' })).events);
    expect(llm.last.messages).toHaveLength(1);
  });

  test('a long history is trimmed', async () => {
    const store = new MemoryConversations();
    const exchange = [
      { role: 'user', content: 'x'.repeat(20_000) },
      { role: 'assistant', content: 'ok' },
    ];
    store.stored.set('user-1/c', [...exchange, ...exchange, ...exchange, ...exchange]);
    const llm = new ScriptedModel([[says('a')]]);
    const { service } = serviceWith(llm, store);
    await collect((await service.start(chat({ conversationId: 'c' }), caller)).events);
    expect(llm.last.messages).toHaveLength(5);
  });

  test('that cannot be stored ends its run with an error that says so', async () => {
    const store = new MemoryConversations();
    store.append = () => Promise.reject(new Error('connection lost to 10.0.0.1'));
    const { service, registry } = serviceWith(new ScriptedModel([[says('a')]]), store);
    const events = await collect((await service.start(chat(), caller)).events);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['content_chunk', 'error']);
    expect(events.at(-1)?.data).toMatchObject({ code: 'database_error', retryable: true });
    expect(JSON.stringify(events)).not.toContain('10.0.0.1');
    expect(registry.size).toBe(0);
  });
});

describe('a run', () => {
  const never = new Promise(() => {});

  test('has the caller, the context and an id of its own', async () => {
    const llm = new ScriptedModel([[says('a')], [says('b')]]);
    const { service } = serviceWith(llm);
    const runs = await Promise.all([service.start(chat(), caller), service.start(chat(), caller)]);
    expect(runs[0].id).not.toBe(runs[1].id);
    const [first] = await collect(runs[0].events);
    expect(first).toMatchObject({
      type: 'run_start',
      data: { run_id: runs[0].id, conversation_id: 'new-conversation', context_type: 'workflow' },
    });
    await collect(runs[1].events);
  });

  test('can be cancelled: one terminal event with the reason, and it is stored so far', async () => {
    const store = new MemoryConversations();
    const { service, registry } = serviceWith(new ScriptedModel([[waitsFor(never)]]), store);
    const run = await service.start(chat(), caller);
    const events: AgentEvent[] = [];
    for await (const event of run.events) {
      events.push(event);
      expect(registry.size).toBe(1);
      if (event.type === 'message_start') run.cancel(new AppError('cancelled', 'gone'));
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'cancelled' } });
    expect(store.stored.get('user-1/new-conversation')).toEqual([
      { role: 'user', content: 'hello' },
    ]);
    expect(registry.size).toBe(0);
  });

  test('ends with shutting_down when the server stops, which waits for it', async () => {
    const { service, registry } = serviceWith(new ScriptedModel([[waitsFor(never)]]));
    const run = await service.start(chat(), caller);
    const begun = deferred();
    const events: AgentEvent[] = [];
    const reading = (async () => {
      for await (const event of run.events) {
        events.push(event);
        if (event.type === 'message_start') begun.resolve();
      }
    })();
    await begun.promise;
    await registry.stop(10_000);
    expect(registry.size).toBe(0);
    await reading;
    expect(events.at(-1)).toMatchObject({ data: { code: 'shutting_down', retryable: true } });
  });

  test('that a stop overtakes between its start and its first event ends at once', async () => {
    const llm = new ScriptedModel([]);
    const { service, registry } = serviceWith(llm);
    const run = await service.start(chat(), caller);
    await registry.stop(0);
    const events = await collect(run.events);
    expect(events.map(({ type }) => type)).toEqual(['run_start', 'error']);
    expect(events.at(-1)).toMatchObject({ data: { code: 'shutting_down' } });
    llm.expectUsedUp();
  });

  test('whose reader stops early is no longer counted', async () => {
    const { service, registry } = serviceWith(new ScriptedModel([[says('a'), says('b')]]));
    const run = await service.start(chat(), caller);
    for await (const event of run.events) if (event.type === 'content_chunk') break;
    expect(registry.size).toBe(0);
  });
});
