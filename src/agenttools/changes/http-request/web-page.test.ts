import { webPageOf, webPageOfAnswer, pageOf } from './web-page.js';

const LINKS = {
  '/orders/{id}': 'https://shop.test/admin#/orders/{id}',
  '/orders/{order}/lines/{no}': 'https://shop.test/admin/{order}?line={no}',
};
const ORDER = 'https://shop.test/admin#/orders/7';

test.each([
  ['/orders/{orderId}', '/orders/7', ORDER],
  ['/orders/{orderId}/ship', '/orders/7/ship', ORDER],
  ['/orders/{id}/lines/{no}', '/orders/7/lines/b%2F2', 'https://shop.test/admin/7?line=b%2F2'],
  ['/orders/{id}/', '/orders/../', 'https://shop.test/admin#/orders/..'],
  ['/orders/{id}', '/orders/%7B%7Bchange_1.id%7D%7D', undefined],
  ['/orders/export', '/orders/export', undefined],
  ['/orders', '/orders', undefined],
  ['/returns/{id}', '/returns/7', undefined],
])('the page of what %s is sent to: %s', (template, path, page) => {
  expect(webPageOf(pageOf(LINKS, template), path, undefined)).toBe(page);
});

test('of what a request makes, the page is told by the answer', () => {
  const page = pageOf(LINKS, '/orders');
  expect(webPageOf(page, '/orders', { id: 'a/b$&' })).toBe(
    'https://shop.test/admin#/orders/a%2Fb%24%26',
  );
  expect(webPageOf(page, '/orders', { state: 'open' })).toBeUndefined();
});

test('without a link of the operator, only what a record calls its page is one', () => {
  const record = { url: 'https://elsewhere.test/hook', html_url: 'https://shop.test/7' };
  expect(webPageOf(undefined, '/returns/7', record)).toBe('https://shop.test/7');
  expect(webPageOf(undefined, '/returns/7', { html_url: 'javascript:alert(1)' })).toBeUndefined();
});

test.each([
  ['/orders', '/orders', { data: [{ id: 1, name: 'a' }], total: 1 }, 'admin#/orders/{id}'],
  ['/orders', '/orders', { note: 'Cut.', answer: [{ key: 'k' }] }, 'admin#/orders/{key}'],
  ['/orders/{id}/lines', '/orders/7/lines', [{ no: 2 }], 'admin/7?line={no}'],
  ['/orders/{id}', '/orders/7', { id: 7, lines: [] }, 'admin#/orders/7'],
  ['/orders', '/orders', { data: [] }, undefined],
])('the page of what was read at %s', (template, path, answer, page) => {
  const found = webPageOfAnswer(pageOf(LINKS, template), path, answer);
  expect(found).toBe(page && `https://shop.test/${page}`);
});
