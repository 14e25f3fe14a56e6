import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInThisThread } from '../../../../test/support/openapi/source-worker.js';
import { tunedShare, writeTuning } from '../../tuning.js';
import { runCli } from '../run-cli.js';

const NAMES = ['order', 'customer', 'invoice', 'shipment', 'product', 'supplier'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-'));
  const paths = Object.fromEntries(
    NAMES.map((name) => [
      `/${name}s`,
      {
        get: { operationId: `${name}List`, summary: `List ${name}s`, responses: {} },
        post: { operationId: `${name}New`, summary: `Create a ${name}`, responses: {} },
      },
    ]),
  );
  write('api.json', { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths });
  const shop = { openapi: './api.json', base_url: 'https://shop.example' };
  write('sextant.yaml', { sources: { shop: { ...shop, examples: './shop.jsonl' } } });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

function writeExamples(ofEach: (name: string) => Record<string, string[]>): void {
  const lines = NAMES.flatMap((name) => Object.entries(ofEach(name)));
  const text = lines.map(([id, examples]) => JSON.stringify({ id, examples })).join('\n');
  writeFileSync(join(folder, 'shop.jsonl'), text);
}

async function tune(env: Record<string, string>) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const code = await runCli(['tune'], { folder, env, say, startWorker: readInThisThread });
  return { code, said: said.join('\n') };
}

test('measures the local embedder, and stores what the server goes by', async () => {
  writeExamples((name) => ({
    [`${name}List`]: [`all ${name}s`, `which ${name}s are there`, `show the ${name}s`],
    [`${name}New`]: [`add a ${name}`, `a new ${name} please`, `open one more ${name}`],
  }));
  const { code, said } = await tune({ EMBEDDER: 'local' });
  expect(code).toBe(0);
  expect(said).toMatch(/^36 examples of 12 tools/);
  expect(said).toMatch(/as it is: \d+(\.\d)? % found/);
  expect(said).toMatch(/RAG_FIT_SCORE=0\.\d{3} would hold back the tools of 5 % of these examples/);
  const stored = JSON.parse(readFileSync(join(folder, '.data/tuning.json'), 'utf8')) as object;
  expect(stored).toMatchObject({ tools: 12, examples: 36, embedder: expect.any(String) });
});

test('says what is missing', async () => {
  writeExamples((name) => ({ [`${name}List`]: [`all ${name}s`] }));
  await expect(tune({ EMBEDDER: 'local' })).rejects.toThrow(
    /6 examples, and 30 are the least.*sextant examples/,
  );
});

test('a share counts only for the embedder it was measured with', () => {
  const figures = { tools: 1, examples: 30, recall_before: 0.5, recall: 0.9, measured_at: '' };
  expect(tunedShare(folder, 'one')).toBeUndefined();
  writeTuning(folder, { ...figures, embedder: 'one', words_share: 0.3 });
  expect([tunedShare(folder, 'one'), tunedShare(folder, 'two')]).toEqual([0.3, undefined]);
  writeTuning(folder, { ...figures, embedder: 'one' });
  expect(tunedShare(folder, 'one')).toBeUndefined();
  writeFileSync(join(folder, 'tuning.json'), '{"embedder": "one", "words_sh');
  expect(tunedShare(folder, 'one')).toBeUndefined();
});
