/**
 * How soon a piece of an answer is read at another server than the one that runs it: `npm run bench:delivery [-- --write]`,
 * with `BENCH_DATABASE_URL` of a PostgreSQL server on this machine whose user may create databases. Two servers, ever
 * more streams.
 */
import 'reflect-metadata';
import { openPostgres } from '../src/store/open-database.js';
import { digits, measuredOn, publish, table } from './measure.js';
import { contestants } from './overhead/contestants.js';
import { Rival } from './overhead/load.js';
import { deliveryAt, type Delivery } from './replicas/delivery.js';
import { inDatabase } from './replicas/in-database.js';
import { postgresCost } from './replicas/postgres-cost.js';

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
      // Those that nobody reads any more end.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
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
