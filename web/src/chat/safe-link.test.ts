import { safeLink } from './safe-link.js';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c', 'example.com'],
  ['http://example.com:8080', 'http://example.com:8080/', 'example.com:8080'],
  ['mailto:a@example.com', 'mailto:a@example.com', undefined],
  // The host that is shown is the one that is asked, not the one the text looks like.
  ['https://good.example@evil.example/', 'https://good.example@evil.example/', 'evil.example'],
  ['https://ex\u0430mple.com', 'https://xn--exmple-4nf.com/', 'xn--exmple-4nf.com'],
])('lets %s through and says where it goes', (address, href, host) => {
  expect(safeLink(address)).toEqual(host === undefined ? { href } : { href, host });
});

test.each([
  ...[undefined, '', 'javascript:alert(1)', ' java\nscript:alert(1)', 'JAVASCRIPT:alert(1)'],
  ...['data:text/html,<script>alert(1)</script>', 'vbscript:x', 'file:///etc/passwd'],
  ...['blob:https://example.com/1', '/v1/agent/previews', '#/tools', 'relative', 'http://'],
])('makes no link of %s', (address) => expect(safeLink(address)).toBeUndefined());
