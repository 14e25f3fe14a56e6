import { parseUrl } from './parse-url.js';

test.each([
  ['https://www.example.com', undefined, 'https://www.example.com/'],
  ['/a?b#c', 'https://www.example.com/x', 'https://www.example.com/a?b#c'],
  ['//example.org', 'http://www.example.com', 'http://example.org/'],
  ['mailto:a@example.com', undefined, 'mailto:a@example.com'],
])('%s with base %s', (text, base, href) => expect(parseUrl(text, base)?.href).toBe(href));

const NONE = ['', 'www.example.com', '/a', 'https://', 'http://[::1', 'http://a b/'];
test.each(NONE)('%j is no URL', (text) => expect(parseUrl(text)).toBeUndefined());

test('a host with an umlaut is read as often as it is asked', () => {
  // Node's URL.canParse begins to refuse it after some thousand calls.
  const hosts = new Set<string | undefined>();
  for (let call = 0; call < 50_000; call += 1) hosts.add(parseUrl('https://bücher.example/')?.host);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});
