import { RUN_CHANNEL } from '../../src/store/run-notices.js';
import { useServers } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { serveKnowing } from '../support/knowing-model.js';
import { postJson, serve } from '../support/http-server.js';
import { urlOfOpen } from '../support/postgres-template.js';
import { useOpened } from '../support/use-opened.js';

const MESSAGE = 'which workflow rules do we have?';

/** A platform that takes every request and never answers: a run on it stands in the middle. */
const platform = useOpened(() => serve(() => {}));
const model = useOpened(() =>
  serveKnowing({ [MESSAGE]: { calls: [['list_workflow_rules', {}]], says: 'These.' } }),
);
const db = useOpened(() => openTestDatabase());

const spawnServer = useServers();

const post = (url: string) =>
  postJson(`${url}/v1/agent/chat`, { message: MESSAGE, context_type: 'workflow' });

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

const onPostgres = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;

onPostgres('two processes on one PostgreSQL (needs TEST_DATABASE_URL)', () => {
  it('a run of one is watched, resumed and cancelled on the other; of a killed one it is ended', async () => {
    const env = { ...model.env, DATABASE_URL: await urlOfOpen(db), PLATFORM_URL: platform.url };
    const a = spawnServer(env);
    const [urlOfA, b] = [await a.ready(), await spawnServer(env).ready()];
    const onA = new Reading(await post(urlOfA));
    const begun = await onA.until('event: tool_call_start');
    const there = `${b}/v1/agent/runs/${idIn(begun)}`;
    const onB = new Reading(await fetch(`${there}/events`));
    await onB.until('event: tool_call_start');
    // What nobody but a stranger says ends no server.
    for (const said of ['[', '[null]', `[{"id":"${idIn(begun)}","batch":{}}]`])
      await db.query(`select pg_notify(${RUN_CHANNEL}, $1)`, [said]);
    const resumed = new Reading(await fetch(`${there}/events?after=2`));
    const asked = performance.now();
    const cancelled = await fetch(`${there}/cancel`, { method: 'POST' });
    expect(await cancelled.json()).toMatchObject({ state: 'cancelled' });
    expect(performance.now() - asked).toBeLessThan(10_000);
    const whole = await onA.toEnd();
    expect(terminals(whole)).toHaveLength(1);
    expect(await onB.toEnd()).toBe(whole);
    expect(numbers(await resumed.toEnd())).toEqual(numbers(whole).slice(2));

    const lost = new Reading(await post(urlOfA));
    await lost.until('event: tool_call_start');
    const orphan = new Reading(await fetch(`${b}/v1/agent/runs/${idIn(lost.text)}/events`));
    await orphan.until('event: tool_call_start');
    await a.kill();
    await orphan.toEnd();
    expect(terminals(orphan.text)).toHaveLength(1);
    expect(orphan.text).toContain('"code":"interrupted"');
  });
});
