/**
 * Whether other wordings lead to the same, and twisted ones to something else:
 * `node bench/run.mjs bench/offline-wordings.ts FILE.jsonl [ID…]`, in the form of test/offline/wordings.jsonl.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCases } from '../test/offline/corpus.js';
import { startTalk } from '../test/offline/talk.js';
import { compareWordings, type Wording, type WordingCase } from '../test/offline/wordings.js';

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.jsonl'));
const ids = args.filter((arg) => !arg.endsWith('.jsonl'));

const talk = await startTalk();
for (const file of files) {
  const all = await readCases<WordingCase>(pathToFileURL(resolve(file)));
  const cases = all.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const others: Wording[] = [];
  for (const wanted of cases) {
    const found = await compareWordings(talk, wanted);
    found.forEach(show);
    others.push(...found.slice(1));
  }
  const counts = ['same', 'asked', 'other'].map(
    (kind) => `${others.filter(({ outcome }) => outcome === kind).length} ${kind}`,
  );
  console.log(`## ${file}: of ${others.length} wordings ${counts.join(', ')}`);
}
await talk.close();

function show({ id, said, outcome, run }: Wording): void {
  console.log(`${id.endsWith('-0') ? '# FIRST' : outcome} ${id} ${said}`);
  if (outcome === 'same' && !id.endsWith('-0')) return;
  const sign = run.previews.length > 0 ? '[preview] ' : '';
  console.log(`   ${sign}${run.text.replaceAll('\n', ' / ').slice(0, 420)}`);
}
