import { fork, type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CpuProfile } from '../profile/parts.js';
import { CHUNK, type Ask } from './model.mjs';
import { SERVER_FLAGS } from '../../scripts/lib/services.mjs';

/** What a server's process has used, and holds after a collection. */
export interface Usage {
  cpuUs: number;
  rss: number;
  heap: number;
}

/** How a server is started and asked. */
export interface Contestant {
  name: string;
  /** Below bench/. */
  script: string;
  path: string;
  /** Of Node, as it is started otherwise too. */
  flags?: readonly string[];
  env?: Record<string, string>;
  /** What is sent; `tools` is how many the model is offered. */
  body: (message: string, tools: number) => object;
}

/** One answer, read to its end. */
export interface Answer {
  firstByteMs: number;
  totalMs: number;
}

/** A server in a process of its own. */
export class Rival {
  /** A connection a request: one kept open may be closed by its server while it is taken up again. */
  private readonly agent = new Agent({ keepAlive: false, maxSockets: Infinity });

  private constructor(
    readonly contestant: Contestant,
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** Starts it and waits until it listens; rejects when it ends before. */
  static async start(contestant: Contestant): Promise<Rival> {
    const typescript = contestant.script.endsWith('.ts');
    const [script, args] = typescript
      ? ['bench/run.mjs', [`bench/${contestant.script}`]]
      : [`bench/${contestant.script}`, []];
    const child = fork(script, args, {
      execArgv: [
        '--expose-gc',
        '--disable-warning=ExperimentalWarning',
        ...(contestant.flags ?? []),
      ],
      env: { ...process.env, ...contestant.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${contestant.name} ended before it listened`);
    });
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
    ended.catch(() => undefined);
    return new Rival(contestant, child, message.port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async usage(question: 'usage' | 'memory' = 'usage'): Promise<Usage> {
    return this.answer(question);
  }

  /** What `work` costs: processor time of the whole process in µs, and a profile of its main thread. */
  async profile(work: () => Promise<unknown>): Promise<{ cpuUs: number; profile: CpuProfile }> {
    const before = await this.answer('profile');
    await work();
    const after = await this.answer('profiled');
    return { cpuUs: after.cpuUs - before.cpuUs, profile: after.profile };
  }

  private async answer(question: string): Promise<Usage & { profile: CpuProfile }> {
    this.child.send(question);
    const [answer] = (await once(this.child, 'message')) as [Usage & { profile: CpuProfile }];
    return answer;
  }

  /** Asks once and reads to the end; rejects when fewer chunks come than were asked for. */
  async ask(ask: Ask, tools: number): Promise<Answer> {
    const start = performance.now();
    const response = await this.send(ask, tools);
    response.setEncoding('utf8');
    let firstByteMs = NaN;
    let text = '';
    for await (const part of response as AsyncIterable<string>) {
      if (Number.isNaN(firstByteMs)) firstByteMs = performance.now() - start;
      text += part;
    }
    const chunks = text.split(CHUNK).length - 1;
    if (chunks < ask.chunks) {
      throw new Error(
        `${this.contestant.name}: ${chunks} of ${ask.chunks} chunks\n${text.slice(-500)}`,
      );
    }
    return { firstByteMs, totalMs: performance.now() - start };
  }

  /** Opens streams that hold after their first chunk; resolves when all have it, with their end. */
  async hold(streams: number, tools: number): Promise<() => void> {
    const open = await Promise.all(
      Array.from({ length: streams }, async () => {
        const response = await this.send({ chunks: 2, hold: true }, tools);
        await new Promise<void>((resolve) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
            if (text.includes(CHUNK)) resolve();
          });
          response.on('error', () => undefined);
        });
        return response;
      }),
    );
    return () => open.forEach((response) => response.destroy());
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  private send(ask: Ask, tools: number): Promise<IncomingMessage> {
    const message = JSON.stringify(ask);
    const body = JSON.stringify(this.contestant.body(message, tools));
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const { path } = this.contestant;
    const to = { host: '127.0.0.1', port: this.port, path, method: 'POST', agent: this.agent };
    return new Promise((resolve, reject) => {
      request({ ...to, headers }, resolve)
        .on('error', reject)
        .end(body);
    });
  }
}

const peers = fileURLToPath(new URL('../peers/', import.meta.url));

const plain = { path: '/', body: (message: string, tools: number) => ({ message, tools }) };
const sextant = {
  script: 'overhead/sextant.ts',
  flags: SERVER_FLAGS,
  path: '/v1/agent/chat',
  body: (message: string) => ({ message, context_type: 'tables' }),
};

/** The floor, Sextant with few and with all of its tools offered, and the peers. */
export function contestants(): Contestant[] {
  const database = process.env['BENCH_DATABASE_URL'];
  const ours: Contestant[] = [
    { ...sextant, name: 'Sextant', env: { BENCH_EMBEDDER: 'local', BENCH_DATABASE_URL: '' } },
  ];
  if (database)
    ours.push({ ...sextant, name: 'Sextant, PostgreSQL', env: { BENCH_EMBEDDER: 'local' } });
  return [
    { ...plain, name: 'bare node:http', script: 'overhead/bare.mjs' },
    ...ours,
    { ...plain, name: 'AI SDK 7', script: 'peers/ai-sdk.mjs' },
    { ...plain, name: 'LangGraph JS', script: 'peers/langgraph.mjs' },
    { ...plain, name: 'Mastra', script: 'peers/mastra.mjs' },
  ];
}

/** Installs the peers beside the product, as their lock file says, when they are not there. */
export function installPeers(): void {
  if (existsSync(`${peers}node_modules/ai`)) return;
  console.log('Installing what is measured against, below bench/peers …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: peers,
    stdio: 'inherit',
  });
}
