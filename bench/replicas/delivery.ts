import { Agent, get, request, type IncomingMessage } from 'node:http';
import { cpus } from 'node:os';
import { timesOf, type Times } from '../measure.js';
import { now } from '../overhead/model.mjs';
import type { Rival } from '../overhead/load.js';
import { costsOf } from './load.js';

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
export async function deliveryAt(
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
      return [asked, again];
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
  for (const response of opened.flat()) response.destroy();
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
