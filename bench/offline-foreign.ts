/**
 * What the offline model does on products that it has never seen:
 * `node bench/run.mjs bench/offline-foreign.ts NAME.jsonl [ID…]`, beside it the product's `NAME.yaml` and `NAME.answers.json`,
 * in the forms of test/offline/foreign.
 */
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCases } from '../test/offline/corpus.js';
import { readProduct } from '../test/offline/foreign/foreign.js';
import { weighForeign, type ForeignCase } from '../test/offline/foreign/weigh.js';

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.jsonl'));
const ids = args.filter((arg) => !arg.endsWith('.jsonl'));

for (const file of files) {
  const url = pathToFileURL(resolve(file));
  const product = await readProduct(new URL('./', url), basename(file, '.jsonl'));
  const counts: Record<string, number> = {};
  for (const wanted of await readCases<ForeignCase>(url)) {
    if (ids.length > 0 && !ids.includes(wanted.id)) continue;
    const talked = await product.converse(...wanted.turns);
    const { outcome, faults } = weighForeign(wanted, talked, product);
    for (const key of [outcome, `${wanted.kind} ${outcome}`]) counts[key] = (counts[key] ?? 0) + 1;
    console.log(
      `# ${outcome} ${wanted.id} ${wanted.kind} ${faults.join('; ')}\n${talked.transcript}`,
    );
  }
  await product.close();
  console.log(`## ${file}: ${JSON.stringify(counts)}`);
}
