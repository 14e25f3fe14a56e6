import { Agent, request, type IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { threadCpuMs } from '../../support/hostile.js';
import type { HostileCase } from './cases.js';

/** What a server made of a corpus. */
export interface CorpusResult {
  asked: number;
  /** Cases whose answer no caller should get: a fault of the server, or none at all. */
  wrong: { asked: string; answer: string }[];
  /** The longest answers, the longest first: in ms while others were given, and what the main thread works for each alone. */
  slowest: { asked: string; ms: number; cpuMs: number }[];
  /** The longest that anything in this process waited for its turn, in ms. */
  stallMs: number;
  statuses: Record<string, number>;
}

const AT_ONCE = 4;
const PATIENCE_MS = 30_000;
const SHOWN = 300;

/** Sends every case, a few at a time and each as another user, and keeps what the answers have in common. */
export async function runCorpus(url: string, cases: readonly HostileCase[]): Promise<CorpusResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const result: CorpusResult = { asked: 0, wrong: [], slowest: [], stallMs: 0, statuses: {} };
  const queue = cases.values();
  const times: { one: HostileCase; ms: number }[] = [];
  delay.enable();
  const work = async (): Promise<void> => {
    for (const one of queue) {
      const user = `user-of-the-corpus-${result.asked % 97}`;
      result.asked += 1;
      const started = performance.now();
      const { status, text } = await send(url, agent, one, user);
      times.push({ one, ms: Math.round(performance.now() - started) });
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      if (isWrong(one, status, text))
        result.wrong.push({ asked: nameOf(one), answer: `${status} ${text.slice(0, SHOWN)}` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  delay.disable();
  result.stallMs = Math.round(delay.max / 1e6);
  for (const { one, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    const cpuMs = await leastCpuMs(() => send(url, agent, one, 'alone'));
    result.slowest.push({ asked: nameOf(one), ms, cpuMs });
  }
  agent.destroy();
  return result;
}

const SLOWEST = 20;

/** The least work of five times: what code is compiled and collected meanwhile is not this request's. */
async function leastCpuMs(ask: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < 5; time += 1) {
    const before = threadCpuMs();
    await ask();
    least = Math.min(least, threadCpuMs() - before);
  }
  return Math.round(least);
}

/**
 * What the corpus's server cannot do for anybody: it has no embedder, no explorer,
 * and a model that calls no tool.
 */
const NOT_HERE = /"code":"(index_error|explorer_unavailable|tool_required)"/;

/** A status of the server's own fault, an error of no known kind within a stream, or a line that broke. */
function isWrong({ method }: HostileCase, status: number, text: string): boolean {
  // Without a body nothing says why; the same is asked with GET.
  if (method === 'HEAD' && status === 503) return false;
  if (NOT_HERE.test(text)) return false;
  return status === 0 || status >= 500 || text.includes('"code":"internal"');
}

function nameOf({ method, path, headers, body }: HostileCase): string {
  const shown = body.length > SHOWN ? `${body.slice(0, SHOWN)}… (${body.length})` : body;
  return `${method} ${path.slice(0, SHOWN)} ${JSON.stringify(headers).slice(0, SHOWN)} ${shown}`;
}

/** One answer; status 0 with the reason where none came. */
function send(url: string, agent: Agent, one: HostileCase, user: string) {
  const { body, ...asked } = one;
  const { hostname, port } = new URL(url);
  const token = { authorization: `Bearer ${user}` };
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...token, ...length, ...one.headers };
  const place = { agent, hostname, port, timeout: PATIENCE_MS };
  return new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request({ ...place, ...asked, headers });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', ({ message }) => resolve({ status: 0, text: message }));
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: 'upgraded' });
    });
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      // A stream of news has no end.
      if (one.method === 'GET' && isStream(response)) {
        sent.destroy();
        return resolve({ status, text: '' });
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status, text }));
      response.on('error', ({ message }) => resolve({ status: 0, text: message }));
    });
    sent.end(body);
  });
}

function isStream({ headers }: IncomingMessage): boolean {
  return String(headers['content-type']).startsWith('text/event-stream');
}
