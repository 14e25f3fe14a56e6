import { writeFileSync } from 'node:fs';
import {
  WEIGHTS,
  shares as likelihoods,
  weighAgents,
  type Signals,
} from '../src/agentloop/routing/weigh-agents.js';
import type { AgentRouter } from '../src/agentloop/routing/agent-router.js';
import { measuredOn, table, timesOf } from './measure.js';
import {
  foreignTable,
  openRouters,
  isDevelopment,
  requests,
  type RoutedRequest,
} from './routing/parts.js';

/** One request: what speaks for each agent, and which of them can answer. */
export interface Case {
  signals: readonly Signals[];
  right: readonly boolean[];
}

const ROUNDS = 1500;
const STEP = 0.3;
/** Keeps weights small where the cases do not need them. */
const PULL = 0.02;

/**
 * The weights that make right agents likely: multinomial logistic regression, one weight a signal for all agents,
 * by plain gradient descent. The pull is on weights of standardised signals.
 */
function fitWeights(cases: readonly Case[], keys: readonly (keyof Signals)[]) {
  const scale = new Map(keys.map((key) => [key, deviation(cases, key)]));
  const scaled = (signals: Signals, key: keyof Signals): number =>
    signals[key] / (scale.get(key) ?? 1);
  const weights = new Map(keys.map((key) => [key, 0.1]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Map(keys.map((key) => [key, PULL * (weights.get(key) ?? 0)]));
    for (const { signals, right } of cases) {
      const sums = signals.map((each) =>
        keys.reduce((sum, key) => sum + (weights.get(key) ?? 0) * scaled(each, key), 0),
      );
      const most = Math.max(...sums);
      const shares = sums.map((sum) => Math.exp(sum - most));
      const all = shares.reduce((a, b) => a + b, 0);
      const ofRight = shares.reduce((sum, share, at) => sum + (right[at] ? share : 0), 0);
      signals.forEach((each, at) => {
        const wanted = right[at] ? (shares[at] ?? 0) / ofRight : 0;
        const error = ((shares[at] ?? 0) / all - wanted) / cases.length;
        for (const key of keys) slope.set(key, (slope.get(key) ?? 0) + error * scaled(each, key));
      });
    }
    for (const key of keys)
      weights.set(key, (weights.get(key) ?? 0) - STEP * (slope.get(key) ?? 0));
  }
  return Object.fromEntries(
    keys.map((key) => [key, Math.max(0, (weights.get(key) ?? 0) / (scale.get(key) ?? 1))]),
  ) as Record<keyof Signals, number>;
}

function deviation(cases: readonly Case[], key: keyof Signals): number {
  const values = cases.flatMap(({ signals }) => signals.map((each) => each[key]));
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return (
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  );
}

/**
 * Who answers: `[OPENAPI_DIR=…] npm run bench:routing [-- --write] [--fit] [--misses]`. Requests of all agents of the sample, written
 * before there was a router, go to the real router (tool index, handbook, graph, cases; no model). Prints the share
 * that an agent gets which can answer, on the half that it was developed with and on the half that was kept apart;
 * `--fit` prints the weights that the development half gives, `--misses` its misses, `--write` the page
 * bench/routing.md. OPENAPI_DIR names a folder with the documents and requests of two public APIs.
 */

type Parts = Awaited<ReturnType<typeof openRouters>>;
type Measured = Case & { request: RoutedRequest };

const keys = Object.keys(WEIGHTS) as (keyof Signals)[];
const fitted = keys.filter((key) => key !== 'page');

await main();

async function main(): Promise<void> {
  const parts = await openRouters();
  try {
    const times: number[] = [];
    const full = await measure(parts, parts.router, times);
    const plain = await measure(parts, parts.plain, []);
    if (process.argv.includes('--fit')) showFit(full, plain);
    if (process.argv.includes('--misses')) showMisses(parts, full);
    const page = report(await tables(parts, full, plain), times);
    console.log(page);
    if (process.argv.includes('--write')) writeFileSync('bench/routing.md', page);
  } finally {
    await parts.close();
  }
}

async function measure({ agents }: Parts, router: AgentRouter, times: number[]) {
  const cases: Measured[] = [];
  for (const request of requests) {
    const { say: message, after: before } = request;
    const started = performance.now();
    const asked = { message, userId: 'bench', requestContext: {}, before };
    const signals = await router.signals(agents, asked);
    times.push(performance.now() - started);
    const right = agents.map(({ contextType }) => request.agents.includes(contextType));
    cases.push({ request, signals, right });
  }
  return cases;
}

/** The place of the first agent that can answer; 0 is the one that is chosen. */
function placeOf({ signals, right }: Case, only: readonly (keyof Signals)[] = keys): number {
  const kept = signals.map((each) =>
    Object.fromEntries(keys.map((key) => [key, only.includes(key) ? each[key] : 0])),
  ) as unknown as Signals[];
  const { best, confidences: all } = weighAgents(signals);
  const confidences = only === keys ? all : likelihoods(kept);
  const order = confidences
    .map((confidence, at) => ({ at, confidence: only === keys && at === best ? 2 : confidence }))
    .sort((a, b) => b.confidence - a.confidence);
  return order.findIndex(({ at }) => right[at]);
}

async function tables(parts: Parts, full: readonly Measured[], plain: readonly Measured[]) {
  const ways: [string, readonly Measured[], (each: Case) => number][] = [
    ['best two tools of each agent', full, (each) => placeOf(each, ['tools'])],
    [
      'descriptions and the few examples that a page shows',
      plain,
      (each) => placeOf(each, ['description', 'examples']),
    ],
    ['descriptions and all examples', full, (each) => placeOf(each, ['description', 'examples'])],
    ['+ tools', full, (each) => placeOf(each, ['description', 'examples', 'tools'])],
    [
      '+ what texts speak of',
      full,
      (each) => placeOf(each, ['description', 'examples', 'tools', 'texts']),
    ],
    ['**+ the agent before: the router**', full, (each) => placeOf(each)],
    ['the router, agents without examples for routing', plain, (each) => placeOf(each)],
    ['after one hand-over to the next likeliest', full, (each) => (placeOf(each) <= 1 ? 0 : 1)],
    ['after two', full, (each) => (placeOf(each) <= 2 ? 0 : 1)],
  ];
  const rows = ways.map(([name, cases, place]) => [
    name,
    ...shares(cases, (each) => place(each) === 0),
  ]);
  const head = [
    'to an agent that can answer, %',
    'development',
    'kept apart',
    'first messages',
    'follow-ups',
    'English',
    'German',
  ];
  const directory = process.env['OPENAPI_DIR'];
  const foreign = directory === undefined ? [] : [await foreignTable(parts, directory)];
  return [table(head, rows), perAgent(parts, full), await oneAgent(parts), ...foreign].join('\n\n');
}

/** Shares of the development half, of the other half, and of parts of the other half. */
function shares(cases: readonly Measured[], isRight: (each: Measured) => boolean): string[] {
  const apart = cases.filter(({ request }) => !isDevelopment(request));
  const groups = [
    cases.filter(({ request }) => isDevelopment(request)),
    apart,
    apart.filter(({ request }) => request.after === undefined),
    apart.filter(({ request }) => request.after !== undefined),
    apart.filter(({ request }) => request.lang === 'en'),
    apart.filter(({ request }) => request.lang === 'de'),
  ];
  return groups.map((group) => ((100 * group.filter(isRight).length) / group.length).toFixed(1));
}

function perAgent({ agents }: Parts, cases: readonly Measured[]): string {
  const apart = cases.filter(({ request }) => !isDevelopment(request));
  const rows = agents.map(({ contextType }) => {
    const own = apart.filter(({ request }) => request.agents[0] === contextType);
    const right = own.filter((each) => placeOf(each) === 0).length;
    return [contextType, String(own.length), String(right)];
  });
  return table(['kept apart, by the agent it was written for', 'requests', 'right'], rows);
}

/** The other way: one agent over all tools. Whether a tool of a right agent is among the six that it would be offered. */
async function oneAgent({ agents, catalog, tools }: Parts): Promise<string> {
  const allowed = new Set(agents.flatMap(({ groups }) => [...catalog.names(groups)]));
  const apart = requests.filter((request) => !isDevelopment(request));
  const found = { first: 0, six: 0, owners: 0 };
  const signal = new AbortController().signal;
  for (const request of apart) {
    const before = request.asked === undefined ? [] : [{ text: request.asked, weight: 0.6 }];
    const scores = await tools.query([...before, { text: request.say, weight: 1 }], signal);
    const top = scores.top({ topK: 6, minScore: 0, allowed });
    const owners = top.map(({ name }) =>
      agents.filter(({ groups }) => catalog.names(groups).has(name)).map((a) => a.contextType),
    );
    const isRight = (types: readonly string[] = []) =>
      types.some((t) => request.agents.includes(t));
    if (isRight(owners[0])) found.first += 1;
    if (owners.some(isRight)) found.six += 1;
    found.owners += new Set(owners.flat()).size;
  }
  const share = (count: number) => `${((100 * count) / apart.length).toFixed(1)} %`;
  return table(
    ['one agent over all tools, kept apart', ''],
    [
      ['its best tool is of an agent that can answer', share(found.first)],
      ['one of its six tools is', share(found.six)],
      [
        'agents whose sections its prompt would hold, mean',
        (found.owners / apart.length).toFixed(1),
      ],
    ],
  );
}

function showFit(full: readonly Measured[], plain: readonly Measured[]): void {
  const cases = [...full, ...plain].filter(({ request }) => isDevelopment(request));
  console.log(fitWeights(cases, fitted));
}

function showMisses({ agents }: Parts, cases: readonly Measured[]): void {
  for (const each of cases.filter(({ request }) => isDevelopment(request))) {
    if (placeOf(each) === 0) continue;
    const { best } = weighAgents(each.signals);
    const { say, agents: right, after = '-' } = each.request;
    console.log(`${agents[best]?.contextType} for ${right.join(', ')}, after ${after}: ${say}`);
  }
}

function report(body: string, times: readonly number[]): string {
  const { median, p99 } = timesOf(times);
  const apart = requests.filter((request) => !isDevelopment(request)).length;
  return `# Who answers

Made by \`npm run bench:routing -- --write\`, ${measuredOn()}. ${requests.length} requests to the six agents of the
sample, written before there was a router; ${apart} of them, chosen by a hash of their text, were only measured.
Finding out takes ${median.toFixed(0)} ms in the median and ${p99.toFixed(0)} ms at the 99th percentile, the message's
embedding included, which the selection of tools then does not make again.

${body}
`;
}
