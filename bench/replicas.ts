import 'reflect-metadata';
import { openPostgres } from '../src/store/open-database.js';
import { digits, measuredOn, publish, table, timesOf, type Ratios, type Times } from './measure.js';
import { contestants, Rival } from './overhead/load.js';
import { inDatabase, postgresCost } from './replicas/in-database.js';
import { loadOn, type Load } from './replicas/load.js';

/** How a second reader of a chat under way fares, in ms. */
interface Resumed {
  /** Until its first byte. */
  firstByte: Times;
  /** How much later than the first reader it has the end. */
  endLag: Times;
}

/** A chat on `first` again and again, read on at `second` from its start while it is under way. */
async function resumeTimes(
  first: Rival,
  second: Rival,
  chats: number,
  paceMs: number,
): Promise<Resumed> {
  const firstBytes: number[] = [];
  const lags: number[] = [];
  for (let nth = 0; nth < chats; nth += 1) {
    const chat = await fetch(`${first.url}/v1/agent/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message: JSON.stringify({ chunks: 10, call: true, paceMs }),
        context_type: 'tables',
      }),
    });
    const parts = chat.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let runId: string | undefined;
    while (runId === undefined) {
      text += (await parts.read()).value ?? '';
      runId = /"run_id":"([^"]+)"/.exec(text)?.[1];
    }
    const [ended, resumed] = await Promise.all([
      readToEnd(parts),
      readAgain(`${second.url}/v1/agent/runs/${runId}/events`),
    ]);
    firstBytes.push(resumed.firstByteMs);
    lags.push(resumed.ended - ended);
  }
  return { firstByte: timesOf(firstBytes), endLag: timesOf(lags) };
}

type Parts = ReadableStreamDefaultReader<string>;

/** When the last byte came. */
async function readToEnd(parts: Parts): Promise<number> {
  while (!(await parts.read()).done);
  return performance.now();
}

async function readAgain(url: string): Promise<{ firstByteMs: number; ended: number }> {
  const start = performance.now();
  const answer = await fetch(url);
  const parts = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  await parts.read();
  const firstByteMs = performance.now() - start;
  return { firstByteMs, ended: await readToEnd(parts) };
}

/**
 * How several servers share one PostgreSQL: `npm run bench:replicas [-- --write]`, with `BENCH_DATABASE_URL` of a
 * server on this machine whose user may create databases. Chats a second and the processor time of each part, with
 * one, two and four servers in turn; then one server with ever more streams.
 */

const COUNTS = [1, 2, 4];
const ROUNDS = 4;
const AT_ONCE = 32;
/** Of one server, where answers come as slowly as a model writes them. */
const STREAMS = 20;
const RESUMED = 40;
const MANY_STREAMS = [20, 100, 300, 600];
/** 20 pieces of an answer: two seconds. */
const PACE_MS = 100;

const ours = contestants().find(({ name }) => name === 'Sextant');
if (ours === undefined) throw new Error('There is no Sextant among the contestants.');

const { version, fast, paced, streams, resumed, log } = await inDatabase(measured);

async function measured(url: string) {
  const db = await openPostgres(url);
  const env = { BENCH_EMBEDDER: 'none', BENCH_DATABASE_URL: url };
  const servers: Rival[] = [];
  // One after the other: the first one makes the tables.
  for (let nth = 0; nth < Math.max(...COUNTS); nth += 1)
    servers.push(await Rival.start({ ...ours!, env }));
  const cost = await postgresCost(db);
  const load = (count: number, chats: number, atOnce: number, paceMs: number) =>
    loadOn(servers.slice(0, count), cost, { chats, atOnce, paceMs });
  await load(COUNTS.at(-1)!, 2_000, AT_ONCE, 0);
  const fastRounds = await inRounds((count) => load(count, 600, AT_ONCE, 0));
  const slowRounds = await inRounds((count) => load(count, 60 * count, STREAMS * count, PACE_MS));
  const many: [number, Load, number][] = [];
  for (const count of MANY_STREAMS) {
    const found = await load(1, 4 * count, count, PACE_MS);
    many.push([count, found, (await servers[0]!.usage()).rss / 1e6]);
  }
  const resumed = {
    'the server that runs it': await resumeTimes(servers[0]!, servers[0]!, RESUMED, PACE_MS),
    'another server': await resumeTimes(servers[0]!, servers[1]!, RESUMED, PACE_MS),
  };
  const [row] = await db.query<{ version: string; per_run: number; bytes: number }>(
    `select current_setting('server_version') as version,
       count(*)::float / count(distinct run_id) as per_run, avg(octet_length(frames)) as bytes
     from sextant.run_events`,
  );
  for (const server of servers) await server.stop();
  await db.close();
  return {
    version: row!.version,
    fast: fastRounds,
    paced: slowRounds,
    streams: many,
    resumed,
    log: row!,
  };
}

/** One count after the other, again and again, so that what else the machine does meets all alike. */
async function inRounds(measure: (count: number) => Promise<Load>): Promise<Map<number, Load[]>> {
  const found = new Map<number, Load[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of COUNTS) found.get(count)?.push(await measure(count));
  return found;
}

function median(loads: readonly Load[], of: (load: Load) => number): number {
  return timesOf(loads.map(of)).median;
}

const HEAD = [
  'chats a second',
  'to one server',
  'servers, ms a chat',
  'PostgreSQL, ms a chat',
  'load generator, ms a chat',
  'first byte, p50 · p99, ms',
];

function rowsOf(rounds: ReadonlyMap<number, readonly Load[]>): string[][] {
  const base = median(rounds.get(1)!, ({ perSecond }) => perSecond);
  return [...rounds].map(([count, loads]) => {
    const perSecond = median(loads, (load) => load.perSecond);
    return [String(count), digits(perSecond), (perSecond / base).toFixed(2), ...costsOf(loads)];
  });
}

function costsOf(loads: readonly Load[]): string[] {
  const first = timesOf(loads.flatMap(({ firstByteMs }) => firstByteMs));
  return [
    digits(median(loads, ({ serversMs }) => serversMs)),
    digits(median(loads, ({ postgresMs }) => postgresMs)),
    digits(median(loads, ({ clientMs }) => clientMs)),
    `${digits(first.median)} · ${digits(first.p99)}`,
  ];
}

const perSecond = (rounds: ReadonlyMap<number, readonly Load[]>, count: number): number =>
  median(rounds.get(count)!, (load) => load.perSecond);
const ratios: Ratios = {};
for (const count of COUNTS.slice(1)) {
  ratios[`chats a second, ${count} servers to 1`] = perSecond(fast, count) / perSecond(fast, 1);
  ratios[`at a model's pace, ${count} servers to 1`] =
    perSecond(paced, count) / perSecond(paced, 1);
}

publish(
  'replicas',
  `# Several servers on one PostgreSQL

\`npm run bench:replicas\`; ${measuredOn()}. PostgreSQL ${version} as Debian sets it up (fsync on), the servers and
the load generator share these cores. A chat has one tool call and an answer in 20 pieces; each goes to the next
server in turn. No embedder; the model is made up and costs nothing. Medians of ${ROUNDS} rounds in turn; processor time
is user and system, of all processes.

## As fast as they can

${AT_ONCE} chats at once in all; the model answers at once.

${table(['servers', ...HEAD], rowsOf(fast))}

## At a model's pace

${STREAMS} chats at once for each server; a piece every ${PACE_MS} ms, so an answer takes 2 s and more.

${table(['servers', ...HEAD], rowsOf(paced))}

## One server with more streams at that pace

${table(
  ['streams', 'chats a second', ...HEAD.slice(2), 'memory of the server, MB'],
  streams.map(([count, load, rss]) => [
    String(count),
    digits(load.perSecond),
    ...costsOf([load]),
    rss.toFixed(0),
  ]),
)}

## A chat under way, read by a second client

${RESUMED} chats of a second, one after the other, each read again from its start as soon as it has begun.

${table(
  ['read at', 'first byte, p50 · p99, ms', "its end after the first reader's, p50 · p99, ms"],
  Object.entries(resumed).map(([name, { firstByte, endLag }]) => [
    name,
    `${digits(firstByte.median)} · ${digits(firstByte.p99)}`,
    `${digits(endLag.median)} · ${digits(endLag.p99)}`,
  ]),
)}

The run log got ${digits(log.per_run)} rows a chat of ${digits(log.bytes)} bytes each.

What follows from it: [docs/operations.md](../docs/operations.md).
`,
  ratios,
);
process.exit(0);
