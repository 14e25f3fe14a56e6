/**
 * Holds what was measured once: `npm run bench:check`. Measures some ratios of bench/index.json (the embedder's among
 * them) and of bench/overhead.json again, in about a minute, and fails when one is worse than TOLERANCE times the
 * committed one. Ratios of least times, both sides in turn, so another machine and other work on it change little; and what
 * fails is measured again before it counts.
 */
import { readFileSync } from 'node:fs';
import { embeddingTimes } from './embedding-times.js';
import { indexTimes } from './index-cases.js';
import { digits, table, type Ratios } from './measure.js';
import { contestants, Rival, type Contestant } from './overhead/load.js';
import { processorTimes } from './overhead/measures.js';

const TOLERANCE = 2;
const TRIES = 3;

const committed = { ...ratiosIn('index'), ...ratiosIn('overhead') };
const bare = await Rival.start(contestant('bare node:http'));
const sextant = await Rival.start(contestant('Sextant'));

const best: Ratios = {};
let worse: string[] = [];
for (let tried = 0; tried < TRIES && (tried === 0 || worse.length > 0); tried += 1) {
  for (const [name, ratio] of Object.entries(await measured())) {
    best[name] = Math.min(ratio, best[name] ?? Infinity);
  }
  worse = Object.keys(best).filter((name) => best[name]! > TOLERANCE * limitOf(name));
}

for (const rival of [bare, sextant]) await rival.stop();

const rows = Object.entries(best).map(([name, ratio]) => [
  name,
  digits(limitOf(name)),
  digits(ratio),
  worse.includes(name) ? 'worse' : 'held',
]);
console.log(table(['ratio', 'committed', 'now', ''], rows));
if (worse.length > 0) {
  console.log(
    `\n${worse.length} of them more than ${TOLERANCE} times the committed ratio. If that is meant: npm run bench:index (or bench:overhead) -- --write`,
  );
  process.exit(1);
}

/** A new name has nothing to be held against: it must be committed first. */
function limitOf(name: string): number {
  const ratio = committed[name];
  if (ratio === undefined) {
    throw new Error(
      `No "${name}" is committed: npm run bench:index (or bench:overhead) -- --write`,
    );
  }
  return ratio;
}

function ratiosIn(name: string): Ratios {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as Ratios;
}

function contestant(name: string): Contestant {
  const found = contestants().find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name} among the contestants.`);
  return found;
}

async function measured(): Promise<Ratios> {
  const ratios: Ratios = {};
  // Small enough for the cache: what other processes read from memory does not count.
  const times = await indexTimes(1_000, 600);
  for (const way of ['kernel', 'search, all allowed', 'search, one in 2 allowed'] as const) {
    ratios[`${way}, 1000 rows, to plain TypeScript`] = times[way].least / times.plain.least;
  }
  const [embedding] = await embeddingTimes(5, ['a question']);
  ratios['a question, native to WASM'] = embedding!.native.least / embedding!.wasm.least;
  const [floor, ours] = await processorTimes([bare, sextant], 2);
  const { usPerFurtherEvent, short } = ours!;
  ratios['further event, Sextant to bare node:http'] = usPerFurtherEvent / floor!.usPerFurtherEvent;
  ratios['run with a call, Sextant to bare node:http'] = short / floor!.short;
  return ratios;
}
