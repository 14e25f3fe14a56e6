import { createLogger } from '../../src/foundation/logger.js';
import type { Database } from '../../src/store/database.js';
import { type call, postJson, readStream, useServer } from '../support/server.js';
import { testDatabaseKinds } from '../support/database.js';
import { openLinedDatabase } from '../support/database-line.js';
import { deferred } from '../support/deferred.js';
import { says, ScriptedModel, waitsFor, type ScriptTurn } from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

type Route = Parameters<typeof call>[1];
const CHAT = { message: 'hello', context_type: 'workflow' };
const ROUTES: [Route, object?][] = [
  ['POST /v1/agent/chat', CHAT],
  ['GET /v1/agent/conversations'],
  ['GET /v1/agent/previews'],
  ['GET /v1/documents'],
  ['POST /v1/documents', { title: 'a', text: 'b' }],
  ['GET /v1/research'],
  ['GET /v1/agent/runs/00000000-0000-4000-8000-000000000001'],
];
const AWAY = { status: 503, wait: '5', body: { error: { code: 'database_error' } } };

/** Every write fails as on a full disk, with the engine's own error; what is there can be read. */
async function fillDisk(direct: Database): Promise<void> {
  await direct.query(`create or replace function public.no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  for (const table of await tables(direct))
    await direct.query(
      `create trigger full_disk before insert or update on ${table} execute function public.no_room()`,
    );
}

async function clearDisk(direct: Database): Promise<void> {
  for (const table of await tables(direct))
    await direct.query(`drop trigger full_disk on ${table}`);
}

async function tables(direct: Database): Promise<string[]> {
  const rows = await direct.query<{ name: string }>(`select format('%I.%I', schemaname, tablename)
    as name from pg_tables where schemaname in ('sextant', 'knowledge')`);
  return rows.map(({ name }) => name);
}

describe.each(testDatabaseKinds)('on %s', (kind) => {
  let go = deferred();
  const lines: { msg: string; err?: { code?: string } }[] = [];

  const lined = useOpened(() => openLinedDatabase(kind));
  const server = useServer(() => {
    const turn: ScriptTurn = ({ messages }) =>
      messages.at(-1)?.content === 'long'
        ? [says('begun'), waitsFor(go.promise), says('ended')]
        : [says('There.')];
    const llm = new ScriptedModel(Array.from({ length: 100 }, () => turn));
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    return { db: lined.db, llm, logger: createLogger('warn', { write }) };
  });

  const chat = (message = 'hello') => server.chat({ message, context_type: 'workflow' });
  async function ask(route: Route, body?: object) {
    const url = `${server.url}${route.split(' ')[1]}`;
    const answer = await (body === undefined ? fetch(url) : postJson(url, body));
    const said: unknown = await answer.json();
    return { status: answer.status, wait: answer.headers.get('retry-after'), body: said };
  }
  async function askAll(all: typeof ROUTES) {
    const started = performance.now();
    let longest = 0;
    const askOne = async ([route, body]: (typeof ROUTES)[number]) => {
      const answer = await ask(route, body);
      longest = performance.now() - started;
      return { route, ...answer };
    };
    return { answers: await Promise.all(all.map(askOne)), longest };
  }

  /** A chat that has begun, meets what `meanwhile` does, and is read to its end. */
  async function interrupted(meanwhile: () => Promise<void>) {
    go = deferred();
    const events = readStream(await server.post({ message: 'long', context_type: 'workflow' }));
    const seen = [];
    for await (const event of events) {
      seen.push(event);
      if (event.event !== 'content_chunk') continue;
      await meanwhile();
      go.resolve();
    }
    return seen.at(-1);
  }

  test('a database that is away is said at once by every route, logged once, and used again', async () => {
    await chat();
    lines.length = 0;
    await lined.line.cut();
    const { answers, longest } = await askAll(Array(5).fill(ROUTES).flat() as typeof ROUTES);
    for (const answer of answers) expect(answer).toMatchObject(AWAY);
    expect(longest).toBeLessThan(1_000);
    const ready = await server.call('GET /health/ready');
    expect(ready).toMatchObject({ status: 503, body: { parts: { database: { state: 'down' } } } });
    expect((await server.call('GET /health/live')).status).toBe(200);
    // One line of requests, and one of each work in the background.
    expect(lines.filter(({ msg }) => msg.startsWith('a request failed'))).toHaveLength(1);
    expect(lines.length).toBeLessThan(10);
    await lined.line.mend();
    expect((await chat()).at(-1)).toMatchObject({ event: 'message_complete' });
  });

  test('a chat under way when the database goes is told so, and the next one continues', async () => {
    const last = await interrupted(() => lined.line.cut());
    expect(last).toMatchObject({ event: 'error', data: { code: 'database_error' } });
    await lined.line.mend();
    expect((await chat()).at(-1)).toMatchObject({ event: 'message_complete' });
  });

  test('a full disk is said at once, keeps all that was acknowledged, and needs no restart', async () => {
    const count = async () => (await lined.direct.query('select 1 from sextant.messages')).length;
    await chat();
    const acknowledged = await count();
    lines.length = 0;
    await fillDisk(lined.direct);
    const { answers, longest } = await askAll(Array(6).fill(ROUTES[0]) as typeof ROUTES);
    expect(longest).toBeLessThan(1_000);
    for (const answer of answers) {
      expect(answer).toMatchObject(AWAY);
      expect(JSON.stringify(answer.body)).toMatch(/disk of the database is full/);
    }
    expect((await server.call('GET /v1/agent/conversations')).status).toBe(200);
    expect(await count()).toBe(acknowledged);
    await clearDisk(lined.direct);
    const last = await interrupted(() => fillDisk(lined.direct));
    expect(last).toMatchObject({ event: 'error', data: { code: 'database_error' } });
    expect(await count()).toBe(acknowledged);
    expect(lines.length).toBeLessThan(10);
    await clearDisk(lined.direct);
    expect((await chat()).at(-1)).toMatchObject({ event: 'message_complete' });
    expect(await count()).toBeGreaterThan(acknowledged);
  });
});
