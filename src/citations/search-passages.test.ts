import { kbOf } from './search-passages.js';

test.each([
  ['handbook', 'handbook'],
  ['Law.2026-11_de', 'Law.2026-11_de'],
  ['../x', 'default_kb'],
  ['', 'default_kb'],
  [7, 'default_kb'],
  [undefined, 'default_kb'],
])('with %j open on the page, %s is searched', (kb_id, searched) =>
  expect(kbOf({ requestContext: { kb_id } })).toBe(searched),
);
