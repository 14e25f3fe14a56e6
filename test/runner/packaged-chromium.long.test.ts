import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagedChromium } from '../support/browser.js';

test('two that unpack Chromium at once both get a whole one, and leave one', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'sextant-chromium-'));
  try {
    const paths = await Promise.all([packagedChromium(cache), packagedChromium(cache)]);
    expect(paths[1]).toBe(paths[0]);
    expect(spawnSync(paths[0], ['--version'], { encoding: 'utf8' }).stdout).toMatch(/\d+\.\d+/);
    expect(await readdir(cache)).toHaveLength(1);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
});
