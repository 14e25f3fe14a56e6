import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { AppError } from '../foundation/errors.js';
import { parseUrl } from '../foundation/parse-url.js';
import { checkSource, closedEdge, type EdgePolicy } from './edge-policy.js';

const open: EdgePolicy = { corsOrigins: ['https://app.example.com'], hosts: ['erp.example.com'] };
const anyHost: EdgePolicy = { corsOrigins: [], hosts: undefined };

function refused(
  headers: Record<string, string>,
  policy: EdgePolicy = closedEdge,
  method = 'POST',
): string | undefined {
  try {
    checkSource({ method, headers }, policy);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'origin_refused') return error.message;
    throw error;
  }
}

test.each<[string, Record<string, string>, EdgePolicy?]>([
  ['from a program, which sends no origin', { host: '127.0.0.1:3000' }],
  ['from the own page', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  ['from the own page on localhost', { host: 'localhost:80', origin: 'http://localhost' }],
  ['from the own page on IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
  ['through a proxy that ends TLS', { host: 'x.org', origin: 'https://x.org' }, anyHost],
  ['with a port of its scheme', { host: 'x.org:443', origin: 'https://x.org' }, anyHost],
  ['under an allowed name', { host: 'erp.example.com', origin: 'https://erp.example.com' }, open],
  ['from an allowed origin', { host: 'localhost', origin: 'https://app.example.com' }, open],
  ['from a browser without an origin', { host: 'localhost', 'sec-fetch-site': 'same-origin' }],
  ['typed into a browser', { host: 'localhost', 'sec-fetch-site': 'none' }],
  ['without a host (HTTP/1.0)', {}],
])('a change passes: %s', (_name, headers, ...[policy]) => {
  expect(refused(headers, policy)).toBeUndefined();
});

const host = '127.0.0.1:3000';
test.each<[string, Record<string, string>, EdgePolicy?]>([
  ['from another site', { host, origin: 'https://evil.example' }],
  ['from another port', { host, origin: 'http://127.0.0.1:3001' }],
  ['from the default port', { host, origin: 'http://127.0.0.1' }],
  ['from another name of this machine', { host, origin: 'http://localhost:3000' }],
  ['from a name that begins like ours', { host, origin: 'http://127.0.0.1:3000.evil.example' }],
  ['from a sandboxed frame or a file', { host, origin: 'null' }],
  ['from an extension', { host, origin: 'chrome-extension://abc' }],
  ['with an empty origin', { host, origin: '' }],
  ['with an origin that is none', { host, origin: '*' }],
  ['with two origins', { host, origin: 'http://127.0.0.1:3000 https://evil.example' }],
  ['without origin, cross-site', { host, 'sec-fetch-site': 'cross-site' }],
  ['without origin, same-site', { host, 'sec-fetch-site': 'same-site' }],
  ['from a sub-domain of an allowed origin', { host, origin: 'https://a.app.example.com' }, open],
  ['from an allowed name by http', { host, origin: 'http://app.example.com' }, open],
  ['from an allowed name at a port', { host, origin: 'https://app.example.com:8443' }, open],
])('a change is refused %s', (_name, headers, ...[policy]) => {
  expect(refused(headers, policy)).toMatch(/CORS_ORIGINS/);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY', 'post'])
    expect(refused(headers, policy, method)).toMatch(/CORS_ORIGINS/);
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(refused(headers, policy, method)).toBeUndefined();
});

test.each([
  'evil.example',
  'evil.example:3000',
  '127.0.0.1.evil.example:3000',
  '127.0.0.1@evil.example',
  'localhost.evil.example',
  'notlocalhost',
  'erp',
  '',
  ' ',
])('a host name "%s" that a page can point here is refused, for reading too', (host) => {
  for (const method of ['GET', 'POST', 'HEAD']) {
    // The page's origin is then the same as the server's.
    expect(refused({ host, origin: `http://${host}` }, closedEdge, method)).toMatch(/ALLOWED_HOS/);
  }
});

test('a host name is accepted when it is an address, localhost or an allowed one', () => {
  const good = '127.0.0.1:1 10.0.0.7 [::1]:3000 localhost:9 LOCALHOST a.localhost'.split(' ');
  for (const host of good) expect(refused({ host })).toBeUndefined();
  expect(refused({ host: 'ERP.example.com:8443' }, open)).toBeUndefined();
  expect(refused({ host: 'sub.erp.example.com' }, open)).toMatch(/ALLOWED_HOSTS/);
  expect(refused({ host: 'whatever.example' }, anyHost)).toBeUndefined();
});

test('property: whatever the headers say, only the own and the allowed origins change anything', () =>
  holds([fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.constant('null'))], (origin) => {
    const passed = refused({ host: '127.0.0.1:3000', origin }, open) === undefined;
    const own = parseUrl(origin)?.host === '127.0.0.1:3000';
    expect(passed).toBe(own || origin === 'https://app.example.com');
  }));
