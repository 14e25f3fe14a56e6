import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareVectors } from '../support/server.js';
import { root } from '../support/template-contents.js';

/** Runs the program of `npm run tools:check` from its sources. */
async function run(env: NodeJS.ProcessEnv, ...args: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-check-'));
  await shareVectors(dataDir);
  const program = ['--import', './test/support/typescript.mjs', 'src/app/tools-check.ts', ...args];
  const options = { cwd: root, env: { ...process.env, ...env, DATA_DIR: dataDir } };
  try {
    return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, program, options, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('prints what misses, and fails when that is more than is allowed', async () => {
  const { code, out } = await run({}, '--allow', '0');
  expect(code).toBe(1);
  expect(out).toMatch(/^Workflows \(workflow\): \d+ of \d+ examples find their tool/m);
  expect(out).toMatch(/^ {4}#\d+ +\w+ +“.+” +after \w+, \w+, \w+$/m);
  expect(out).toMatch(/\n\d+ examples do not get their tool, 0 allowed\.\n$/);
}, 240_000);

test.each([
  [{ EMBEDDER: 'none' }, [], 'No embedder is configured'],
  [{}, ['--allow', 'all'], '--allow takes a whole number'],
])('says why it could not check: %j %j', async (env, args, message) => {
  const { code, out, err } = await run(env, ...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(err).not.toContain('    at ');
});
