import { expect, test } from '@jest/globals';
import { thrownBy } from '../../../test/support/refused.js';
import { readConfig } from './config.js';

const edgeOf = (env: Record<string, string>) => readConfig(env).edge;

const problem = (env: Record<string, string>) => thrownBy(() => readConfig(env)).message;

test('unset, no other origin and no other name is let in', () => {
  expect(edgeOf({})).toEqual({ corsOrigins: [], hosts: [] });
});

test('lists are read as they are written', () => {
  const env = {
    CORS_ORIGINS: ' https://app.example.com, http://localhost:5173 ,,http://[::1]:8080',
    ALLOWED_HOSTS: 'Sextant.example.com, erp',
  };
  expect(edgeOf(env)).toEqual({
    corsOrigins: ['https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'],
    hosts: ['sextant.example.com', 'erp'],
  });
});

test.each([
  '*',
  'null',
  'https://*.example.com',
  'app.example.com',
  'https://app.example.com/',
  'https://app.example.com/chat',
  'https://App.example.com',
  'https://app.example.com:443',
  'https://me@app.example.com',
  'https://app.example.com?x',
  'file:///etc/passwd',
  'ftp://app.example.com',
  'javascript:alert(1)',
  'https://',
  'http://app.example.com https://b.example.com',
])('CORS_ORIGINS refuses: %s', (origin) => {
  expect(problem({ CORS_ORIGINS: `https://good.example.com,${origin}` })).toContain(
    'CORS_ORIGINS: must be a comma list of origins',
  );
});

test.each(['*', '*.example.com', 'https://a.example', 'a.example:3000', 'a.example/x', 'a b', ''])(
  'ALLOWED_HOSTS refuses "%s"',
  (name) => {
    // An empty item is no name, and is passed over.
    if (name === '') expect(edgeOf({ ALLOWED_HOSTS: ' , ' }).hosts).toEqual([]);
    else expect(problem({ ALLOWED_HOSTS: name })).toContain('ALLOWED_HOSTS: must be a comma');
  },
);
