import type { Page } from 'playwright-core';
import { useBrowser, seen, send } from '../support/browser.js';
import { LOW_STOCK, sampleModel } from '../support/sample-model.js';
import { useServer } from '../support/server.js';

/** A waiting preview is looked at each second; the rest is for a busy machine. */
const IN_STEP_MS = 10_000;
const browser = useBrowser();
const server = useServer({ llm: sampleModel() });

test('a preview that is accepted in one tab is no longer offered in another', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 1440, height: 900 } });
  await send(page, LOW_STOCK);
  await page.getByRole('button', { name: 'Review' }).click();
  await seen(accept(page));
  const second = (await browser.open(page.url(), { viewport: { width: 1440, height: 900 } })).page;
  await seen(accept(second));

  await meetWhileSaving(second);
  await accept(page).click();
  await seen(page.getByText(/It was saved\./));
  await accept(second).waitFor({ state: 'detached', timeout: IN_STEP_MS });
  await seen(second.getByText(/It was saved\./));
  expect(await second.getByText('Waiting for you').count()).toBe(0);
});

const accept = (page: Page) => page.getByRole('button', { name: 'Accept' });

/** Its first look after the decision falls into the moment of saving. */
async function meetWhileSaving(page: Page): Promise<void> {
  let met = false;
  await page.route(/\/v1\/agent\/previews\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const preview = (await response.json()) as { state: string };
    if (met || preview.state === 'waiting') return route.fulfill({ response });
    met = true;
    return route.fulfill({ response, json: { ...preview, state: 'applying' } });
  });
}
