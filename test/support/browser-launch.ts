import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { root } from './template-contents.js';

/** An installed Chrome where CHROME_PATH names one, else the Chromium that comes from npm (Linux, x64). */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env['CHROME_PATH'] || undefined;
  // Not the package's own arguments: they switch off the very rules of the web that are tested here.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: installed ?? (await packagedChromium()), args });
}

const PACKAGE = 'node_modules/@sparticuz/chromium';
/** The package unpacks into the directory for temporary files, which only a process of its own can be given. */
const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()";

/**
 * The path of the Chromium that comes from npm, unpacked where it was not yet. Several processes may ask
 * at once: each sees a whole one. The package itself answers with a file that another is still writing.
 */
export async function packagedChromium(
  cache = join(root, 'node_modules/.cache/sextant'),
): Promise<string> {
  const text = await readFile(join(root, PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const place = join(cache, `chromium-${version}`);
  if (!existsSync(place)) await unpackTo(place, cache);
  return join(place, 'chromium');
}

async function unpackTo(place: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'chromium-unpacked-'));
  try {
    const env = { ...process.env, TMPDIR: own, NODE_OPTIONS: '' };
    const options = { cwd: root, env };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], options);
    await rename(own, place);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was first; its copy is as good.
    if (!existsSync(place)) throw error;
  }
}
