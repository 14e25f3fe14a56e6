import { chromium, type Browser } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.js';

/** An installed Chrome where CHROME_PATH names one, else the Chromium that comes from npm (Linux, x64). */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env['CHROME_PATH'] || undefined;
  // Not the package's own arguments: they switch off the very rules of the web that are tested here.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: installed ?? (await packagedChromium()), args });
}
