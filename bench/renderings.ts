/**
 * What it costs to say a run in another protocol's words: `npm run bench:renderings [-- --write]`. Each route
 * by a Sextant in a process of its own, with the same made-up model, taking turns.
 */
import { digits, measuredOn, publish, table, type Ratios } from './measure.js';
import { Rival, type Contestant } from './overhead/load.js';

const ROUNDS = 5;
const STREAMS = 25;
const CHUNKS = 2_000;

const messages = (content: string) => [{ role: 'user', content }];
const server = {
  script: 'overhead/sextant.ts',
  env: { BENCH_EMBEDDER: 'none', BENCH_DATABASE_URL: '' },
};

const routes: Contestant[] = [
  {
    ...server,
    name: "the server's own",
    path: '/v1/agent/chat',
    body: (message) => ({ message, context_type: 'tables' }),
  },
  {
    ...server,
    name: 'AI SDK',
    path: '/api/ai/chat',
    body: (text) => ({
      id: crypto.randomUUID(),
      context_type: 'tables',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text }] }],
    }),
  },
  {
    ...server,
    name: 'AG-UI',
    path: '/api/ag-ui',
    body: (content) => ({
      ...{ threadId: crypto.randomUUID(), runId: crypto.randomUUID(), state: {}, tools: [] },
      ...{ context: [], forwardedProps: { context_type: 'tables' } },
      messages: messages(content).map((message) => ({ id: 'm', ...message })),
    }),
  },
  {
    ...server,
    name: 'OpenAI',
    path: '/v1/chat/completions',
    body: (content) => ({ model: 'tables', stream: true, messages: messages(content) }),
  },
];

/** µs of the process for one run. */
async function cost(rival: Rival, chunks: number): Promise<number> {
  const before = await rival.usage();
  await Promise.all(Array.from({ length: STREAMS }, () => rival.ask({ chunks }, 8)));
  return ((await rival.usage()).cpuUs - before.cpuUs) / STREAMS;
}

/** The least that a long and a short run cost. Each of its own: a short run that other work made dear would make the long one cheap. */
class Least {
  private long = Infinity;
  private short = Infinity;

  async measure(rival: Rival): Promise<void> {
    this.long = Math.min(this.long, await cost(rival, CHUNKS));
    this.short = Math.min(this.short, await cost(rival, 1));
  }

  /** µs for each further chunk of a run. */
  get perFurtherEvent(): number {
    return (this.long - this.short) / (CHUNKS - 1);
  }
}

const rivals: Rival[] = [];
for (const route of routes) rivals.push(await Rival.start(route));
const costs = rivals.map(() => new Least());
for (const rival of rivals) await new Least().measure(rival);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const i of rivals.keys()) {
    const at = (i + round) % rivals.length;
    await costs[at]!.measure(rivals[at]!);
  }
}
for (const rival of rivals) await rival.stop();

const least = costs.map(({ perFurtherEvent }) => perFurtherEvent);
const ratios: Ratios = {};
const rows = routes.map(({ name }, i) => {
  const ratio = least[i]! / least[0]!;
  if (i > 0) ratios[`further event, ${name} to the server's own`] = ratio;
  return [name, digits(least[i]!), digits(ratio)];
});
publish(
  'renderings',
  `# What a protocol costs

\`npm run bench:renderings\`; ${measuredOn()}. Processor time of the whole server, its database and run log
included, for each further chunk of an answer: ${STREAMS} streams of ${CHUNKS} chunks less as many of one, of each the
least of ${ROUNDS} rounds in turn. The goal is at most 1.3 times the server's own stream. Only the ratios hold on
another machine, and where it has other work to do, differences of a tenth are noise.

${table(['protocol', 'µs a further event', 'to the own'], rows)}
`,
  ratios,
);
