import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './run-cli.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-plugin-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('plugin test says what keeps a plugin from loading, and asks for one where none is named', async () => {
  writeFileSync(join(folder, 'x.mjs'), 'export default { name: "x", agent: {} };');
  const said: string[] = [];
  const run = (...args: string[]) =>
    runCli(args, { folder, env: {}, say: (text) => void said.push(text) });
  expect(await run('plugin', 'test', './x.mjs', 'not-installed')).toBe(1);
  expect(said.join()).toMatch(/^FAILED loads: It has no member "agent"; valid are name,/);
  expect(said.join()).toContain('FAILED loads: The package not-installed cannot be found');
  await expect(run('plugin', 'test')).rejects.toThrow(/plugin test \.\/my-plugin\.mjs/);
  await expect(run('plugin')).rejects.toThrow(/There is: plugin test/);
});
