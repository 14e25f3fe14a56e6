import axe, { type AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** Waits until the first of them can be seen; fails with what was looked for. */
export async function seen(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible', timeout: 60_000 });
}

/** Writes a message as a person does. */
export async function send(page: Page, message: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(message);
  await page.keyboard.press('Enter');
}

/**
 * What axe finds wrong, grave or not, as `rule: element`. Sent by the debugger: the page's policy allows
 * no such script.
 */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => {
    const own = (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe;
    return own.run();
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How many pixels of the page lie beyond the right edge of the window. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[document.documentElement, document.body, ...document.querySelectorAll('main, main section, aside')]
      .map((node) => node.scrollWidth - node.clientWidth))`,
  );
}

/** Waits until nothing moves any more: sizes were taken over, and what had begun to change has changed. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    `(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let count = 0; count < 3; count += 1) await frame();
      const ending = document.getAnimations().filter(
        (one) => one.effect?.getComputedTiming().iterations !== Infinity,
      );
      await Promise.allSettled(ending.map((one) => one.finished));
      await frame();
    })()`,
  );
}
