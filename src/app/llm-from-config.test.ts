import { readConfig } from './config/config.js';
import { modelsFromConfig } from './llm-from-config.js';

const env = { LLM_PROVIDER: 'openai', OPENAI_API_KEY: 'key', LLM_MODEL: 'middle' };

test('each role has the model that is named for it', () => {
  const { main, small, large } = modelsFromConfig(
    readConfig({ ...env, LLM_MODEL_SMALL: 'little', LLM_MODEL_LARGE: 'big' }),
  );
  expect([main, small, large].map(({ model }) => model)).toEqual(['middle', 'little', 'big']);
});

test.each([env, {}, { ...env, LLM_MODEL_SMALL: 'middle' }])(
  'one model is made once, whatever roles it has: %j',
  (of) => {
    const { main, small, large } = modelsFromConfig(readConfig(of));
    expect(small).toBe(main);
    expect(large).toBe(main);
  },
);
