import { readAdded } from './added-sources.js';

const LISTED = new Set(['https://listed.example']);

const waitsFor = (base_url: string, forwardTo?: string) => {
  const source = { base_url, auth: { forward: 'authorization' } };
  const added = { id: 'shop', source, document: '{}', ...(forwardTo && { forwardTo }) };
  const read = readAdded(added, LISTED).source;
  return read.kind === 'openapi' ? read.auth.waitsFor : undefined;
};

test.each<[string, string | undefined, string | undefined]>([
  ['https://api.example/v1', undefined, 'https://api.example'],
  ['https://api.example/v1', 'https://api.example', undefined],
  ['https://api.example:8443', undefined, 'https://api.example:8443'],
  ['https://listed.example/v2', undefined, undefined],
  ['https://listed.example.evil.example', undefined, 'https://listed.example.evil.example'],
  ['http://listed.example', undefined, 'http://listed.example'],
  ['http://localhost:3001/api', undefined, undefined],
  ['http://127.0.0.1:3001', undefined, undefined],
])('tokens for %s, with %s allowed, wait for %s', (baseUrl, forwardTo, waits) => {
  expect(waitsFor(baseUrl, forwardTo)).toBe(waits);
});

test('another origin than that of base_url is refused, and so is one where no token is sent', () => {
  const at = 'https://api.example/v1';
  expect(() => waitsFor(at, at)).toThrow(/forward_to must be https:\/\/api\.example, /);
  const open = { id: 'shop', source: { base_url: 'https://api.example' }, document: '{}' };
  expect(readAdded(open, LISTED).source).toMatchObject({ auth: { kind: 'none' } });
  const forwarding = { ...open, forwardTo: 'https://api.example' };
  expect(() => readAdded(forwarding, LISTED)).toThrow(/sends no token of users/);
});
