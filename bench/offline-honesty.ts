/**
 * What the offline model makes of requests: `node bench/run.mjs bench/offline-honesty.ts FILE.jsonl [ID…]`,
 * in the form of test/offline/honesty.jsonl. With ids it shows calls and previews in full.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCases } from '../test/offline/corpus.js';
import { weigh, type HonestyCase } from '../test/offline/honesty.js';
import type { Run } from '../test/offline/judge.js';
import { startTalk } from '../test/offline/talk.js';

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.jsonl'));
const ids = args.filter((arg) => !arg.endsWith('.jsonl'));

const talk = await startTalk();
for (const file of files) {
  const all = await readCases<HonestyCase>(pathToFileURL(resolve(file)));
  const cases = all.filter(({ id }) => ids.length === 0 || ids.some((end) => id.endsWith(end)));
  const weighed: { trap: boolean; outcome: string }[] = [];
  for (const wanted of cases) {
    const run = await talk.converse(wanted.context_type, wanted.context.open, wanted.turns);
    const { outcome, faults } = weigh(wanted, run);
    weighed.push({ trap: wanted.trap, outcome });
    show(wanted, run, outcome, faults);
  }
  const count = (trap: boolean | undefined, outcome?: string) =>
    weighed.filter(
      (each) =>
        (trap === undefined || each.trap === trap) &&
        (outcome === undefined || each.outcome === outcome),
    ).length;
  console.log(
    `## ${file}: ${count(undefined, 'right')} of ${cases.length} right, ${count(undefined, 'silent')} silent, plain ${count(false, 'right')} of ${count(false)}`,
  );
}
await talk.close();

function show(wanted: HonestyCase, run: Run, outcome: string, faults: readonly string[]): void {
  const isFull = ids.length > 0;
  console.log(
    `${outcome} ${wanted.id} [${wanted.context.open ?? '-'}] ${wanted.turns.join(' // ')}`,
  );
  if (outcome !== 'right') console.log(`   wanted ${wanted.expect}: ${faults.join('; ')}`);
  for (const { name, input, result } of isFull ? run.calls : [])
    console.log(`   ${name} ${JSON.stringify(input)} -> ${JSON.stringify(result).slice(0, 600)}`);
  if (isFull && run.previews.length > 0) console.log(`   shows ${JSON.stringify(run.previews)}`);
  const said = run.text.replaceAll('\n', ' / ');
  console.log(
    `   says ${run.previews.length > 0 ? '[preview] ' : ''}${isFull ? said : said.slice(0, 420)}`,
  );
}
