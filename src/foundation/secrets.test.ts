import { expect, test } from '@jest/globals';
import { secretsIn } from './secrets.js';

test('finds keys, lists of tokens and passwords in addresses, and nothing else', () => {
  const env = {
    GEMINI_API_KEY: ' AIza1 ',
    AUTH_JWT_SECRET: 's1',
    AUTH_TOKENS: 'mara:t1,ben:t2',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20x,a=b',
    DATABASE_URL: 'postgres://me:p%40ss@host/d',
    PLATFORM_URL: 'http://host/api',
    LLM_MODEL: 'gpt',
    EMPTY_KEY: '',
    PORT: undefined,
  };
  expect(new Set(secretsIn(env))).toEqual(
    new Set([
      ...['AIza1', 's1', 'mara:t1,ben:t2', 't1', 't2', 'authorization=Basic%20x,a=b'],
      ...['Basic%20x', 'b', 'p%40ss', 'p@ss'],
    ]),
  );
});
