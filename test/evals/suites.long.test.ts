import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCli } from '../../src/app/cli/run-cli.js';
import type { EvalResults } from '../../src/app/evals/results.model.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-suites-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the documentation says: how many scenarios succeed, by suite. */
async function stated(): Promise<Map<string, number>> {
  const page = await readFile('docs/evaluation.md', 'utf8');
  const rows = [...page.matchAll(/^\| ([\w-]+) \| (\d+) of \d+ \|/gm)];
  return new Map(rows.map(([, suite = '', figure]) => [suite, Number(figure)]));
}

test('the model without a key succeeds in as many scenarios of the sample as documented, or more', async () => {
  const args = ['eval', resolve('evals'), '--models', 'offline', '--report', 'report'];
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  expect(await runCli(args, { folder, env: {}, say })).toBe(0);
  const report = await readFile(join(folder, 'report', 'results.json'), 'utf8');
  const [played] = (JSON.parse(report) as EvalResults).results;
  const good = (played?.scenarios ?? [])
    .filter(({ attempts }) => attempts.every(({ faults }) => faults.length === 0))
    .map(({ suite }) => suite);
  console.info(said.filter((line) => line.startsWith('  ')).join('\n'));
  const wanted = await stated();
  expect(wanted.size).toBe(6);
  for (const [suite, count] of wanted) {
    const succeeded = good.filter((one) => one === suite).length;
    expect({ suite, isAsStated: succeeded >= count }).toEqual({ suite, isAsStated: true });
  }
}, 300_000);
