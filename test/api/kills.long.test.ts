import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutNotes } from '../../src/foundation/user-messages.js';
import type { Database } from '../../src/store/database.js';
import { Child } from '../support/child.js';
import { testDatabaseKinds } from '../support/database.js';
import { makeKilledDatabase } from '../support/database-line.js';
import { postJson } from '../support/http-server.js';
import { Ledger, Load, readAll, runIn } from './kills.load.js';

const SERVER = new URL('./kills.child.ts', import.meta.url);
const KILLS = Number(process.env['KILLS'] ?? 4);
/** Repeats the moments of an earlier run. */
const SEED = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
/** Until then every client has come through several times. */
const LATEST_MS = 2_500;

const closers: (() => Promise<unknown>)[] = [];

type Started = { child: Child; url: string };
async function start(settings: NodeJS.ProcessEnv): Promise<Started> {
  const common = { PORT: '0', EMBEDDER: 'none', SAMPLE_DOCUMENTS: 'off' };
  const child = new Child(SERVER, [], { ...common, MAX_RUNS_PER_USER: '100', ...settings });
  closers.push(() => child.kill());
  return { child, url: await child.line() };
}

/** Kills a fresh server `ms` after its first run has ended; if it is to be `cold`, after the first request. */
async function killUnderLoad({ child, url }: Started, ledger: Ledger, ms: number, cold: boolean) {
  const load = new Load(url, ledger);
  const clients = [load.talk(), load.talk(), load.decide(), load.decide(), load.draft()];
  if (!cold) await load.underWay;
  await pause(ms);
  await child.kill();
  await Promise.all(clients);
}

/** As if a minute had gone by: leases and attempts of dead servers count as over. */
async function letTimePass(db: Database): Promise<void> {
  for (const [table, since, state] of [
    ['runs', 'lease_until', 'running'],
    ['previews', 'applying_since', 'applying'],
  ])
    await db.query(
      `update sextant.${table} set ${since} = ${since} - interval '1 minute' where state = '${state}'`,
    );
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const terminals = (text: string) => text.match(/^event: (error|message_complete)$/gm) ?? [];
const numbers = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

function expectWholeRuns(runs: ReadonlyMap<string, string>): void {
  for (const text of runs.values()) {
    expect(terminals(text)).toHaveLength(1);
    expect(text).toMatch(/\nevent: (error|message_complete)\ndata: .*\n\n$/);
    expect(numbers(text)).toEqual(numbers(text).map((_number, index) => index + 1));
  }
}

/** What anybody saw, to the byte, is what is read again. */
function expectNothingLost({ streams, followed }: Ledger, runs: ReadonlyMap<string, string>): void {
  for (const { text } of streams) {
    // Killed before the first event: nothing was said.
    if (text !== '') expect(runs.get(runIn(text))?.slice(0, text.length)).toBe(text);
  }
  for (const { runId, text } of followed) {
    const whole = runs.get(runId) ?? '';
    const from = whole.indexOf('\nid: 4\n') + 1;
    expect(whole.slice(from, from + text.length)).toBe(text);
  }
}

type Rule = { name: string; version: number };

/** Accepts everything once more: by what is stored then, each change was made at most once. */
async function expectAppliedOnce(url: string, { previews }: Ledger): Promise<void> {
  const applied = new Map<string, number>();
  for (const { id, rule, acknowledged } of previews) {
    const response = await postJson(`${url}/v1/agent/previews/${id}/accept`, {});
    const text = await response.text();
    const { state } = response.ok ? JSON.parse(text) : JSON.parse(text).preview;
    // Of a new rule that is not there nobody can tell. Nobody else changed one: nothing is stale.
    expect(['accepted', 'unknown']).toContain(state);
    // Acknowledged is acknowledged, in the same words.
    for (const body of acknowledged) expect(text).toBe(body);
    applied.set(rule, (applied.get(rule) ?? 0) + (state === 'accepted' ? 1 : 0));
  }
  const stored = await storedRules(url);
  for (const [name, times] of applied) {
    // A new rule has version 1, and each change raises it by one.
    const versions = stored.filter((rule) => rule.name === name).map(({ version }) => version);
    expect(versions).toEqual(times === 0 ? [] : [times]);
  }
}

async function storedRules(url: string): Promise<Rule[]> {
  const all: Rule[] = [];
  for (const word of ['Decided', 'Drafted']) {
    const response = await fetch(`${url}/v1/workflow/rules?rows=500&search=${word}`);
    const { items, total } = (await response.json()) as { items: Rule[]; total: number };
    expect(items).toHaveLength(total);
    all.push(...items);
  }
  return all;
}

async function expectDrafts(url: string, { drafts }: Ledger): Promise<void> {
  const items: { id: string; workflow: { actions: unknown[] } }[] = [];
  for (let total = 1; items.length < total;) {
    const response = await fetch(`${url}/v1/agent/drafts?offset=${items.length}`);
    const page = (await response.json()) as { items: typeof items; total: number };
    items.push(...page.items);
    total = page.total;
  }
  const withAction = items.filter(({ workflow }) => workflow.actions.length === 1);
  expect(withAction.map(({ id }) => id)).toEqual(expect.arrayContaining(drafts));
}

type Said = { run_id: string; message: string; said: { role: string; content: string }[] };

/** Each run left its question and an answer in its conversation, once and in one piece. */
function expectConversations(runs: readonly Said[]): void {
  for (const { message, said } of runs) {
    const asked = said.filter(({ role }) => role === 'user');
    expect(asked.map(({ content }) => withoutNotes(content))).toEqual([message]);
    expect([said[0]?.role, said.at(-1)?.role]).toEqual(['user', 'assistant']);
  }
}

function figures(ledger: Ledger, runs: ReadonlyMap<string, string>): string {
  const { streams, followed, previews, unanswered } = ledger;
  const texts = [...streams, ...followed].map(({ text }) => text);
  const seen = texts.reduce((sum, text) => sum + numbers(text).length, 0);
  const stored = [...runs.values()];
  const cut = stored.filter((text) => text.includes('"code":"interrupted"')).length;
  const acknowledged = previews.filter((preview) => preview.acknowledged.length > 0).length;
  return (
    `${runs.size} runs (${cut} cut off), ${seen} events seen, ` +
    `${previews.length} previews (${acknowledged} acknowledged, ${unanswered} accepts unanswered)`
  );
}

const SAID = `select runs.id as run_id, runs.message,
    jsonb_agg(messages.message order by position) as said
  from sextant.runs left join sextant.messages on messages.run_id = runs.id
  group by runs.id having count(position) = 0 or
    max(position) - min(position) + 1 = count(position)`;

describe.each(testDatabaseKinds)('a server on the %s database, killed under load', (kind) => {
  it(
    `${KILLS} times: nothing is lost, nothing is done twice, every run has one end`,
    async () => {
      const begun = performance.now();
      console.log(`KILLS=${KILLS} KILLS_SEED=${SEED}`);
      const { place, look, remove } = await makeKilledDatabase(kind, 'platform');
      closers.push(remove);
      const site = { [kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL']: place };
      const ledger = new Ledger();
      const moment = fc.noBias(fc.integer({ min: 0, max: LATEST_MS }));
      const moments = fc.sample(moment, { seed: SEED, numRuns: KILLS });
      for (const [at, ms] of moments.entries())
        await killUnderLoad(await start(site), ledger, ms, at % 4 === 3);
      const ids = await look(async (db) => {
        await letTimePass(db);
        return db.query<{ id: string }>('select id from sextant.runs');
      });
      const { child, url } = await start(site);
      // Every run that is stored, whether or not a client knows it, as it is read again.
      const runs = new Map<string, string>();
      for (const { id } of ids)
        runs.set(id, await readAll(await fetch(`${url}/v1/agent/runs/${id}/events`)));
      expectWholeRuns(runs);
      expectNothingLost(ledger, runs);
      await expectAppliedOnce(url, ledger);
      await expectDrafts(url, ledger);
      await child.kill();
      const said = await look((db) => db.query<Said>(SAID));
      expect(said).toHaveLength(runs.size);
      expectConversations(said);
      expect(ledger.surprises).toEqual([]);
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(`${kind}: ${KILLS} kills, ${figures(ledger, runs)}, ${seconds} s`);
    },
    120_000 * (KILLS + 1),
  );
});
