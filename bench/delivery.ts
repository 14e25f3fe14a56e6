import { Agent, get, request, type IncomingMessage } from 'node:http';
import { cpus } from 'node:os';
import 'reflect-metadata';
import { openPostgres } from '../src/store/open-database.js';
import { digits, measuredOn, publish, table, timesOf, type Times } from './measure.js';
import { contestants, Rival } from './overhead/load.js';
import { inDatabase, postgresCost } from './replicas/in-database.js';
import { now } from './overhead/model.mjs';
import { costsOf } from './replicas/load.js';

/** How soon pieces of answers reach their readers, in ms since the model gave them. */
export interface Delivery {
  streams: number;
  /** At the reader that asked, on the server that runs it. */
  own: Times;
  /** At a second reader, on another server. */
  other: Times;
  /** Processor time in the measured seconds, as shares of one core. */
  servers: number;
  postgres: number;
  client: number;
  /** What else this machine did meanwhile. */
  others: number;
  /** Pieces a second that all readers got. */
  perSecond: number;
}

/** Streams open one after the other, so many a second. */
const OPENED_A_SECOND = 200;
const PACE_MS = 100;

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/**
 * So many streams at once over two servers, each read by who asked and by a second reader on the other server.
 * Measures for `seconds` from when all are open; then they are left.
 */
async function deliveryAt(
  servers: readonly [Rival, Rival],
  postgresCost: () => number,
  streams: number,
  readers: 1 | 2,
  seconds: number,
): Promise<Delivery> {
  const delays = { own: [] as number[], other: [] as number[] };
  let measures = false;
  const read = (response: IncomingMessage, to: number[]): void => {
    response.setEncoding('utf8').on('data', (part: string) => {
      if (measures) for (const [, at] of part.matchAll(/<(\d+\.\d)>/g)) to.push(now() - Number(at));
    });
    response.on('error', () => undefined);
  };
  const opened = await Promise.all(
    Array.from({ length: streams }, async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, (nth * 1000) / OPENED_A_SECOND));
      const [first, second] = nth % 2 === 0 ? servers : ([servers[1], servers[0]] as const);
      const asked = await ask(first);
      const runId = await runOf(asked);
      read(asked, delays.own);
      const again = await readAgain(`${second.url}/v1/agent/runs/${runId}/events`);
      read(again, delays.other);
      if (readers === 1) asked.destroy();
      return { responses: [asked, again], run: `${first.url}/v1/agent/runs/${runId}` };
    }),
  );
  // What the beginning had put off is done.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const costs = async () => ({
    ...(await costsOf(servers, postgresCost)),
    all: cpus().reduce(
      (sum, { times }) => sum + times.user + times.nice + times.sys + times.irq,
      0,
    ),
  });
  const before = await costs();
  const start = performance.now();
  measures = true;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  measures = false;
  const after = await costs();
  const ms = performance.now() - start;
  for (const { responses, run } of opened) {
    for (const response of responses) response.destroy();
    // Or they would go on for a while beside the next ones.
    await fetch(`${run}/cancel`, { method: 'POST' });
  }
  const share = (part: keyof typeof before): number => (after[part] - before[part]) / ms;
  return {
    streams,
    own: timesOf(delays.own),
    other: timesOf(delays.other),
    servers: share('servers'),
    postgres: share('postgres'),
    client: share('client'),
    others: share('all') - share('servers') - share('postgres') - share('client'),
    perSecond: (delays.own.length + delays.other.length) / (ms / 1000),
  };
}

function ask({ url, contestant }: Rival): Promise<IncomingMessage> {
  // Longer than anybody reads.
  const message = JSON.stringify({ chunks: 3_000, paceMs: PACE_MS, timed: true });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(`${url}${contestant.path}`, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(contestant.body(message, 0)));
  });
}

function readAgain(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent }, resolve).on('error', reject));
}

async function runOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  return new Promise((resolve) => {
    const look = (part: string): void => {
      text += part;
      const [, id] = /"run_id":"([^"]+)"/.exec(text) ?? [];
      if (id === undefined) return;
      response.off('data', look);
      resolve(id);
    };
    response.on('data', look);
  });
}

/**
 * How soon a piece of an answer is read at another server than the one that runs it: `npm run bench:delivery [-- --write]`,
 * with `BENCH_DATABASE_URL` of a PostgreSQL server on this machine whose user may create databases. Two servers, ever
 * more streams.
 */

const SECONDS = 8;
const COUNTS = { 1: [100, 200, 400, 600, 1_000], 2: [100, 200, 400, 1_000] };

const ours = contestants().find(({ name }) => name === 'Sextant');
if (ours === undefined) throw new Error('There is no Sextant among the contestants.');

const found = await inDatabase(async (url) => {
  const db = await openPostgres(url);
  const env = { BENCH_EMBEDDER: 'none', BENCH_DATABASE_URL: url };
  // One after the other: the first one makes the tables.
  const first = await Rival.start({ ...ours, env });
  const servers = [first, await Rival.start({ ...ours, env })] as const;
  const cost = await postgresCost(db);
  const measure = async (readers: 1 | 2) => {
    const all: Delivery[] = [];
    for (const streams of COUNTS[readers]) {
      all.push(await deliveryAt(servers, cost, streams, readers, SECONDS));
    }
    return all;
  };
  await deliveryAt(servers, cost, 100, 2, 2);
  const found = { 1: await measure(1), 2: await measure(2) };
  for (const server of servers) await server.stop();
  await db.close();
  return found;
});

function rows(of: readonly Delivery[]): string[][] {
  return of.map(({ streams, own, other, perSecond, ...cores }) => [
    streams.toLocaleString('en'),
    digits(perSecond),
    Number.isNaN(own.median) ? '' : `${digits(own.median)} · ${digits(own.p99)}`,
    `${digits(other.median)} · ${digits(other.p99)}`,
    ...[cores.servers, cores.postgres, cores.client, cores.others].map((share) => share.toFixed(2)),
  ]);
}

const HEAD = [
  'streams',
  'pieces a second, all readers',
  'at its own server, p50 · p99, ms',
  'at the other, p50 · p99, ms',
  'servers, cores',
  'PostgreSQL',
  'load generator',
  'all else',
];

publish(
  'delivery',
  `# From the model to a reader at another server

\`npm run bench:delivery\`; ${measuredOn()}. Two servers, one PostgreSQL as Debian sets it up (fsync on), the load
generator: all on these cores. Half of the streams run on each server, and each is read at the other one. The model
gives a piece every 100 ms; the time is from there until the reader has it, so the storing is part of it. Measured for
${SECONDS} s while all streams are open.

## Each stream read at the other server alone

${table(HEAD, rows(found[1]))}

## Read at both

${table(HEAD, rows(found[2]))}
`,
  {},
);
process.exit(0);
