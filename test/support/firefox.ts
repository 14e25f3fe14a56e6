import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

/** Where Debian's package puts it; another one is named by FIREFOX_PATH. */
const PATH = process.env['FIREFOX_PATH'] || '/usr/bin/firefox-esr';

/** False where no Firefox is installed: `apt-get install firefox-esr`. */
export const hasFirefox = existsSync(PATH);

/** An installed Firefox without a window, driven over WebDriver BiDi; `languages` is what it asks pages for. */
export function launchFirefox(languages: string): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: PATH,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': languages },
  });
}
