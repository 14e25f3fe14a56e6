/**
 * What a research costs beside its model and its reading: `npm run bench:researches [-- --write]`, with
 * `BENCH_DATABASE_URL` of a PostgreSQL server on this machine whose user may create databases.
 */
import 'reflect-metadata';
import { migrate } from '../src/store/migrate.js';
import { serverMigrations } from '../src/app/migrations.js';
import { openPostgres } from '../src/store/open-database.js';
import { answerAll, openEngine, question } from '../test/support/research.js';
import { plainSteps } from '../test/support/research-steps.js';
import { digits, measuredOn, publish, table } from './measure.js';
import { inDatabase, postgresCost } from './replicas/in-database.js';

const DONE = 40;
const AT_ONCE = [1, 8];
const WAITING = 200;

/** Processor time of this process, in ms. */
function ownCost(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

const { rows, waiting, version } = await inDatabase(async (url) => {
  const db = await openPostgres(url);
  await migrate(db, serverMigrations);
  const postgres = await postgresCost(db);
  const engine = await openEngine(db, plainSteps(), { parallel: 8 });
  await engine.workers.start();
  let users = 0;
  const one = async () => {
    const user = `user-${(users += 1)}`;
    const { id } = await engine.service.begin(user, question());
    return (await answerAll(engine, user, id)).steps;
  };
  for (let nth = 0; nth < 10; nth += 1) await one();
  const measured: string[][] = [];
  for (const atOnce of AT_ONCE) {
    const before = [ownCost(), postgres(), performance.now()] as const;
    let left = DONE;
    let steps = 0;
    const lane = async () => {
      while ((left -= 1) >= 0) {
        const done = await one();
        steps += done;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    measured.push([
      String(atOnce),
      digits(steps / DONE),
      digits((ownCost() - before[0]) / DONE),
      digits((postgres() - before[1]) / DONE),
      digits((DONE * 1000) / (performance.now() - before[2])),
    ]);
  }
  const sizeOf = async () => {
    const [row] = await db.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(row?.bytes);
  };
  const [heap, size, cost] = [heapMb(), await sizeOf(), ownCost()];
  for (let nth = 0; nth < WAITING; nth += 1) {
    const user = `waits-${nth}`;
    const { id } = await engine.service.begin(user, question());
    await engine.rest(user, id);
  }
  const found = {
    heapKb: ((heapMb() - heap) * 1000) / WAITING,
    storedKb: ((await sizeOf()) - size) / 1000 / WAITING,
    costMs: (ownCost() - cost) / WAITING,
  };
  const [row] = await db.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  await engine.close();
  await db.close();
  return { rows: measured, waiting: found, version: row?.version ?? '' };
});

publish(
  'researches',
  `# Researches on one server

\`npm run bench:researches\`; ${measuredOn()}. PostgreSQL ${version} as Debian sets it up (fsync on), on the same cores.
A research asks back twice, has its plan approved, does four tasks and writes two drafts; its model and its documents
cost nothing, so what is left is the engine: its steps, checkpoints, events and jobs.

${table(
  ['at once', 'steps', 'server, ms a research', 'PostgreSQL, ms a research', 'researches a second'],
  rows,
)}

${WAITING} researches that wait for a reply change the server's heap by ${digits(waiting.heapKb)} kB each (they are not
kept in memory; the rest is noise), and take ${digits(waiting.storedKb)} kB of
the database; bringing one there took ${digits(waiting.costMs)} ms of the server.

What follows from it: [docs/operations.md](../docs/operations.md).
`,
  {},
);
