import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import type { FilledForm } from '../../src/llm/types.js';
import { useBrowser, barriers, seen, send, looksRight, reads, press } from '../support/browser.js';
import { serve } from '../support/http-server.js';
import { done, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { shopDocument } from '../support/flags-backend.js';
import { useOpened } from '../support/use-opened.js';

// What a person sees of a form in place of an answer, with the document of a backend that Sextant does not know.

const browser = useBrowser();

const received: string[] = [];
const script = new ScriptedModel();

const backend = useOpened(() =>
  serve((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.setHeader('content-type', 'application/json').end('{"id": 1}');
    });
  }),
);
const server = useServer({ llm: script });
beforeAll(async () => {
  const { status } = await server.call('POST /v1/agent/sources', {
    id: 'shop',
    source: { base_url: backend.url },
    agent: { title: 'Shop', description: 'Answers questions about orders.' },
    document: JSON.stringify(shopDocument),
  });
  expect(status).toBe(201);
});
beforeEach(() => void (received.length = 0));

const list: FilledForm = { tool: 'shop_listOrders', values: [], notUsed: ['orders please'] };
const order: FilledForm = {
  tool: 'shop_placeOrder',
  values: [{ path: '/body/customer', value: 'Ada', text: 'Ada' }],
  notUsed: ['order something for', 'but not before noon'],
};
const offers = (operations: readonly FilledForm[], opens: boolean) =>
  void script.play(
    [says('I find the operation.'), { type: 'form', form: { operations, opens } }, done()],
    [says('That is all.'), done()],
  );

let complaints: string[] = [];
async function asked(message: string): Promise<Page> {
  const tab = await browser.open(`${server.url}/#/chat?context=shop`);
  ({ complaints } = tab);
  const { page } = tab;
  await send(page, message);
  await seen(page.getByRole('region', { name: 'Operations that fit' }));
  return page;
}

/** The browser tells of every answer that is an error. */
const refused = (status: number) =>
  expect(complaints.splice(0)).toEqual([expect.stringContaining(String(status))]);
const fill = (page: Page, label: string, value: string) =>
  page.getByRole('form').getByLabel(label).fill(value);

test('an order is filled in, refused where it is wrong, previewed and sent as it was typed', async () => {
  offers([order, list], true);
  const page = await asked('order something for "Ada" but not before noon');
  await reads(page, 'From your message: “Ada”', '“but not before noon”');
  expect(await page.getByRole('form').getByLabel('Customer').inputValue()).toBe('Ada');
  await looksRight(page);
  await page.getByRole('button', { name: 'Preview the change' }).click();
  await seen(page.getByRole('alert').getByText(/body\.amount.* is missing/));
  refused(400);
  const amount = page.getByRole('form').getByLabel('Amount');
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  expect(await barriers(page)).toEqual([]);
  await fill(page, 'Amount', '9007199254740993123');
  await fill(page, 'City', 'Graz');
  await page.getByRole('button', { name: 'Add: Items' }).click();
  await fill(page, 'Sku', 'A-1');
  await fill(page, 'Price', '1.10');
  await page.getByText('6 more fields').click();
  await page.getByRole('form').getByLabel('Priority').selectOption({ label: '2' });
  await page.getByRole('form').getByLabel('Gift').selectOption({ label: 'No' });
  await fill(page, 'Due', '2027-02-28');
  await fill(page, 'Tags', 'red\nblue\n');
  await fill(page, 'Extras', '{"note": ');
  await page.getByRole('button', { name: 'Preview the change' }).click();
  expect(received).toEqual([]);
  await fill(page, 'Extras', '{"note": 1.50}');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview the change' }).click();
  await seen(page.getByText(/^Sent at /));
  await page.getByRole('button', { name: 'Accept' }).click();
  // By its id, as the answer names nothing else: the address is that of all orders.
  await seen(page.getByText('It was saved. “1”.'));
  expect(received).toEqual([
    '{"customer":"Ada","address":{"city":"Graz"},"amount":9007199254740993123,' +
      '"items":[{"sku":"A-1","price":1.10}],"priority":2,"gift":false,"due":"2027-02-28",' +
      '"tags":["red","blue"],"extras":{"note":1.50}}',
  ]);
});

test('further operations are one click away, by the keyboard too, and a reload shows the form again', async () => {
  offers([order, list], false);
  const page = await asked('orders please');
  expect(await page.getByRole('form').count()).toBe(0);
  await page.getByRole('button', { name: /List the orders/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('form').getByLabel('Customer').fill('Ada');
  await page.getByRole('form').getByLabel('Customer').press('Enter');
  await reads(page, /^Sent at /, 'That is all.');
  expect(received).toEqual(['']);
  await page.reload();
  await seen(page.getByText(/^Sent at /));
  await page.getByRole('button', { name: 'Fill it in again' }).click();
  await page.getByRole('button', { name: /List the orders/ }).click();
  await seen(page.getByRole('form').getByLabel('Customer'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await looksRight(page);
});

test('a file is uploaded in the form, and sent with what is accepted', async () => {
  offers([{ tool: 'shop_attachReceipt', values: [], notUsed: ['attach it'] }], true);
  const page = await asked('attach it');
  const receipt = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid 7.') };
  const form = page.getByRole('form');
  await form.getByLabel('File to attach').setInputFiles(receipt);
  await seen(form.getByText('receipt.txt'));
  await form.getByLabel('Receipt').and(page.locator('input:not([value=""])')).waitFor();
  await press(page, 'Preview the change', 'Accept');
  await seen(page.getByText('It was saved.'));
  for (const part of ['filename="receipt.txt"', 'Paid 7.'])
    expect(received).toEqual([expect.stringContaining(part)]);
});
