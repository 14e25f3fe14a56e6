import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type Child, useChildren } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { serveKnowing } from '../support/knowing-model.js';
import { urlOf } from '../support/postgres-template.js';
import { useFolders } from '../support/use-folder.js';

const MAIN = new URL('../../src/main.ts', import.meta.url);
const MESSAGE = 'which workflow rules do we have?';
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A platform that takes every request and never answers: a run on it stands in the middle. */
async function silentPlatform(): Promise<string> {
  const server: Server = createServer(() => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A model that asks the platform for the rules. */
async function startModel(): Promise<Record<string, string>> {
  const model = await serveKnowing({
    [MESSAGE]: { calls: [['list_workflow_rules', {}]], says: 'These.' },
  });
  closers.push(() => model.close());
  return model.env;
}

const folder = useFolders('platform');
const spawnServer = useChildren(MAIN, () => ({
  ...{ PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent', SAMPLE_DOCUMENTS: 'off' },
}));
async function start(env: Record<string, string>): Promise<{ child: Child; url: string }> {
  const child = spawnServer(env);
  return { child, url: await child.ready() };
}

function post(url: string): Promise<Response> {
  return fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: MESSAGE, context_type: 'workflow' }),
  });
}

/** A stream that is read on until it holds `part`, or to its end, also a broken one. */
class Reading {
  text = '';
  private readonly chunks: AsyncIterator<string>;
  constructor(response: Response) {
    const body = response.body?.pipeThrough(new TextDecoderStream());
    if (!body) throw new Error('no stream');
    this.chunks = body[Symbol.asyncIterator]() as AsyncIterator<string>;
  }
  async until(part: string): Promise<string> {
    while (!this.text.includes(part) && (await this.more())) continue;
    return this.text;
  }
  async toEnd(): Promise<string> {
    while (await this.more()) continue;
    return this.text;
  }
  private async more(): Promise<boolean> {
    const next = await this.chunks.next().catch(() => undefined);
    if (next === undefined || next.done) return false;
    this.text += next.value;
    return true;
  }
}

const idIn = (text: string) => /"run_id":"([^"]+)"/.exec(text)?.[1] ?? '';
const terminals = (text: string) => text.match(/^event: (error|message_complete)$/gm) ?? [];
const numbers = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe('a server that is killed in the middle of a run', () => {
  it('has lost nothing that was shown, and the run ends with exactly one event: interrupted', async () => {
    const env = {
      ...(await startModel()),
      DATA_DIR: folder.path,
      PLATFORM_URL: await silentPlatform(),
    };
    const first = await start(env);
    const reading = new Reading(await post(first.url));
    await reading.until('event: tool_call_start');
    await first.child.kill();
    const shown = await reading.toEnd();
    const second = await start(env);
    const run = `${second.url}/v1/agent/runs/${idIn(shown)}`;
    const whole = await (await fetch(`${run}/events`)).text();
    const acknowledged = shown.slice(0, shown.lastIndexOf('\n\n') + 2);
    expect(whole.startsWith(acknowledged)).toBe(true);
    expect(terminals(whole)).toHaveLength(1);
    expect(whole).toContain('"code":"interrupted"');
    expect(numbers(whole)).toEqual(numbers(whole).map((_number, index) => index + 1));
    expect(await (await fetch(run)).json()).toMatchObject({
      state: 'interrupted',
      last_event_id: numbers(whole).length,
    });
  });
});

const onPostgres = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;

onPostgres('two processes on one PostgreSQL (needs TEST_DATABASE_URL)', () => {
  it('a run of one is watched, resumed and cancelled on the other; of a killed one it is ended', async () => {
    const db = await openTestDatabase();
    closers.push(() => db.close());
    const [named] = await db.query<{ name: string }>('select current_database() as name');
    const env = {
      ...(await startModel()),
      DATABASE_URL: urlOf(named?.name ?? ''),
      PLATFORM_URL: await silentPlatform(),
    };
    const a = await start(env);
    const b = await start(env);
    const onA = new Reading(await post(a.url));
    const begun = await onA.until('event: tool_call_start');
    const there = `${b.url}/v1/agent/runs/${idIn(begun)}`;
    const onB = new Reading(await fetch(`${there}/events`));
    await onB.until('event: tool_call_start');
    const resumed = new Reading(await fetch(`${there}/events?after=2`));
    const asked = performance.now();
    const cancelled = await fetch(`${there}/cancel`, { method: 'POST' });
    expect(await cancelled.json()).toMatchObject({ state: 'cancelled' });
    expect(performance.now() - asked).toBeLessThan(10_000);
    const whole = await onA.toEnd();
    expect(terminals(whole)).toHaveLength(1);
    expect(await onB.toEnd()).toBe(whole);
    expect(numbers(await resumed.toEnd())).toEqual(numbers(whole).slice(2));

    const lost = new Reading(await post(a.url));
    await lost.until('event: tool_call_start');
    const orphan = new Reading(await fetch(`${b.url}/v1/agent/runs/${idIn(lost.text)}/events`));
    await orphan.until('event: tool_call_start');
    await a.child.kill();
    await orphan.toEnd();
    expect(terminals(orphan.text)).toHaveLength(1);
    expect(orphan.text).toContain('"code":"interrupted"');
  });
});
