// How much of what a document lets change can be shown before it happens: for each kind of request, how many have
// a state to compare with, and for how many the request that takes them back is known.
//
//   npm run bench:previews -- github-api.json.gz kubernetes.json
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RequestRules } from '../src/agenttools/changes/http-request/request-rules.js';
import { defaultDocumentLimits } from '../src/agenttools/sources/openapi/document/parse-text.js';
import { prepareDocument } from '../src/agenttools/sources/openapi/prepare-document.js';

const files = process.argv.slice(2);
if (files.length === 0) console.log('Name OpenAPI documents: JSON or YAML, also packed with gzip.');
for (const file of files) report(file);

function report(file: string): void {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const { operations } = prepareDocument(text, {
    ...{ source: 'bench', patterns: {}, limits: defaultDocumentLimits },
    ...{ examples: {}, budget: 3000 },
  });
  const writes = operations.flatMap(({ method, reads, rules }) =>
    reads || rules === undefined ? [] : [{ method, rules }],
  );
  const changes = writes.filter(({ method }) => method !== 'POST');
  const shown = changes.filter(
    ({ rules: { twin, action } }) => twin !== undefined && action !== 'action',
  );
  const compared = shown.filter(({ rules: { action } }) => action !== 'effect');
  const posts = writes.filter(({ method }) => method === 'POST');
  const creates = posts.filter(({ rules }) => rules.action === 'create');
  console.log(`${basename(file)}: ${operations.length} operations, ${writes.length} of them write`);
  console.log(
    `  PUT, PATCH, DELETE: ${changes.length}, with a state to show: ${share(shown, changes)}`,
  );
  console.log(`    and what would differ: ${share(compared, changes)}`);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const all = changes.filter((one) => one.method === method);
    console.log(
      `    ${method}: ${share(
        all.filter((one) => shown.includes(one)),
        all,
      )}`,
    );
  }
  console.log(`  POST: ${posts.length}, of which make something new: ${share(creates, posts)}`);
  console.log(`  can be taken back by a request: ${share(writes.filter(isReversible), writes)}`);
  const dry = writes.filter(({ rules }) => rules.dryRun !== undefined);
  console.log(`  with a declared dry run: ${share(dry, writes)}`);
}

/** Where its state can be read and its answer tells an id; of a DELETE, where it gets the id that it had. */
function isReversible({ rules }: { rules: RequestRules }): boolean {
  const { action, twin, created, remade, opposite } = rules;
  if (action === 'create') return created?.methods.includes('DELETE') === true;
  if (action === 'delete')
    return (
      twin !== undefined && (remade?.fields.includes(remade.key) === true || opposite !== undefined)
    );
  if (action === 'presence') return opposite !== undefined;
  if (action === 'effect') return false;
  return action !== 'action' && twin !== undefined;
}

function share(part: readonly unknown[], whole: readonly unknown[]): string {
  const percent = whole.length === 0 ? 0 : (100 * part.length) / whole.length;
  return `${part.length} of ${whole.length} (${percent.toFixed(1)} %)`;
}
