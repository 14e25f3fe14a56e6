/**
 * What it costs to stand between a model and a page: `npm run bench:overhead [-- --write]`. The same
 * made-up model through Sextant, the AI SDK, LangGraph JS and Mastra, each over HTTP in a process of its
 * own, and through bare node:http as the floor.
 */
import { digits, measuredOn, publish, table, type Ratios } from './measure.js';
import { contestants, installPeers, Rival } from './overhead/load.js';
import { overheads, type Overhead } from './overhead/measures.js';

const ROUNDS = 5;

installPeers();
const rivals: Rival[] = [];
for (const contestant of contestants()) rivals.push(await Rival.start(contestant));
const found = await overheads(rivals, ROUNDS);
for (const rival of rivals) await rival.stop();

const named = rivals.map(({ contestant }, i) => [contestant.name, found[i]!] as const);
const [[, bare]] = named as [readonly [string, Overhead]];
const ours = found[1]!;
const peers = named.filter(([name]) => !name.startsWith('Sextant') && name !== 'bare node:http');

const ratios: Ratios = {};
for (const [name, peer] of [['bare node:http', bare] as const, ...peers]) {
  ratios[`event, Sextant to ${name}`] = ours.usPerEvent / peer.usPerEvent;
  ratios[`further event, Sextant to ${name}`] = ours.usPerFurtherEvent / peer.usPerFurtherEvent;
  ratios[`run with a call, Sextant to ${name}`] = ours.short / peer.short;
}

const costs = named.map(([name, one]) => [
  name,
  ...[one.usPerEvent, one.usPerFurtherEvent, one.short, one.long, one.many].map(digits),
]);
const streams = named.map(([name, one]) => [
  name,
  ...[...one.firstByte.values()].flatMap(({ median, p99 }) => [digits(median), digits(p99)]),
  Math.round(one.perSecond).toLocaleString('en'),
  one.kBPerStream.toFixed(0),
]);

publish(
  'overhead',
  `# What it costs to stand in between

\`npm run bench:overhead\`; ${measuredOn()}. The same model everywhere: chunks of 18 characters, each in a
turn of the event loop of its own; or one call of a tool that does next to nothing, and then the answer. Each
server is a process of its own on this machine, which the asking process shares. Sextant is as
installed: run log on, tools selected by the local embedder; the question is the same each time, so its ranking is
known (a new one costs some 0.1 ms more, and 2 to 10 ms in the model's thread). Peers keep no log, have no users,
limits or selection, and offer all their tools. Sextant is asked in its own protocol; what an event costs in the others is in
[renderings.md](renderings.md).

## Processor time

Of the whole process with all its threads, user and system, the least of ${ROUNDS} rounds in turn. For Sextant
that includes the run log and, where nothing else is said, the PostgreSQL it is kept in, which runs in the
same process.

${table(
  [
    'server',
    'µs an event, 50 streams of 200',
    'µs a further event of a run',
    'ms a run with a call: 8 tools, 1 chunk',
    '8 tools, 200 chunks',
    '50 tools, 1 chunk',
  ],
  costs,
)}

## Streams at once

First byte in ms, with a chunk every 5 ms; events a second of 500 such streams (100,000 would be all of them,
and the asking process reads them on the same cores); memory after a collection. Over ${ROUNDS} rounds in turn: first
bytes of all, the median of the other two.

${table(
  [
    'server',
    'first byte, 1 stream, p50',
    'p99',
    '50 streams, p50',
    'p99',
    '500 streams, p50',
    'p99',
    'events a second',
    'kB an open stream',
  ],
  streams,
)}
`,
  ratios,
);
