import { thrownBy } from '../../../test/support/refused.js';
import { readConfig } from './config.js';

const problems = (env: Record<string, string>): [string, string][] =>
  thrownBy(() => readConfig(env)).details.map(({ path = '', message }) => [path, message]);

const openAiAndOllama = { OPENAI_API_KEY: 'o', OLLAMA_HOST: 'gpu' };
const withoutGemini = { ANTHROPIC_API_KEY: 'a', ...openAiAndOllama };
const everything = { GEMINI_API_KEY: 'g', ...withoutGemini };
test.each<[string, Record<string, string>, string, string]>([
  ['nothing', {}, 'none', 'palette'],
  ['a model alone', { LLM_MODEL: 'x' }, 'none', 'x'],
  ['everything', everything, 'gemini', 'gemini-flash-latest'],
  ['no Gemini', withoutGemini, 'anthropic', 'claude-sonnet-4-6'],
  ['OpenAI and Ollama', openAiAndOllama, 'openai', 'gpt-6-luna'],
  ['Ollama', { OLLAMA_HOST: 'gpu' }, 'ollama', 'qwen3:14b'],
  ['a server without key', { OPENAI_BASE_URL: 'http://vllm/v1', LLM_MODEL: 'm' }, 'openai', 'm'],
  ['an empty key', { GEMINI_API_KEY: ' ' }, 'none', 'palette'],
])('unset: %s', (_name, env, provider, model) => {
  const expected = { provider, model, modelSmall: model, modelLarge: model };
  expect(readConfig(env).llm).toMatchObject(expected);
});

test.each([
  [{}, undefined],
  [{ GEMINI_API_KEY: 'k' }, 'GEMINI_API_KEY'],
  [{ OPENAI_BASE_URL: 'http://vllm/v1', LLM_MODEL: 'm' }, 'OPENAI_BASE_URL'],
  [{ GEMINI_API_KEY: 'k', LLM_PROVIDER: 'ollama' }, 'LLM_PROVIDER'],
])('unset: %j: the variable that decides is known', (env, variable) => {
  expect(readConfig(env).llm.chosenBy).toBe(variable);
});

test('unset: the name of the model that came with earlier releases means none, with one warning', () => {
  const { llm, warnings } = readConfig({ ...everything, LLM_PROVIDER: 'offline' });
  expect(llm).toMatchObject({ provider: 'none', model: 'palette' });
  expect(warnings).toEqual([expect.stringContaining('Set LLM_PROVIDER=none')]);
  expect(readConfig({ LLM_PROVIDER: 'none' }).warnings).toEqual([]);
});

test('unset: and a set one wins over all keys', () =>
  expect(readConfig({ ...everything, LLM_PROVIDER: 'none' }).llm.provider).toBe('none'));

test.each([
  ['gemini', 'GEMINI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
])('a missing key stops the start and is named: %s: %s', (provider, name) => {
  const message = expect.stringMatching(new RegExp(`${name}: is missing.*LLM_PROVIDER=none`));
  expect(problems({ LLM_PROVIDER: provider })).toEqual([[name, message]]);
});

test('a missing key stops the start and is named: also when only a base URL chose the provider', () => {
  expect(problems({ GEMINI_BASE_URL: 'http://proxy' })[0]?.[0]).toBe('GEMINI_API_KEY');
});

test('a missing key stops the start and is named: OpenAI by its own address needs the key, another server the model', () => {
  const ask = (url: string) => problems({ OPENAI_BASE_URL: url })[0]?.[0];
  expect(ask('https://api.openai.com/v1')).toBe('OPENAI_API_KEY');
  expect(ask('http://localhost:8000/v1')).toBe('LLM_MODEL');
});

const secret = 'CANARY-secret';
test.each([
  ['GEMINI_BASE_URL', 'ftp://x'],
  ['GEMINI_BASE_URL', `https://user:${secret}@x`],
  ['ANTHROPIC_BASE_URL', `https://x?key=${secret}`],
  ['OPENAI_BASE_URL', `https://x/#${secret}`],
  ['OPENAI_BASE_URL', 'file:///etc/passwd'],
  ['OLLAMA_HOST', 'ftp://x'],
  ['OLLAMA_HOST', `user:${secret}@x`],
  ['OLLAMA_HOST', 'a b'],
])('addresses: %s=%s is refused without being repeated', (name, value) => {
  const found = problems({ LLM_PROVIDER: 'none', [name]: value });
  expect(found.map(([path]) => path)).toEqual([name]);
  expect(JSON.stringify(found)).not.toContain(secret);
});

test.each([
  ['gpu', 'http://gpu:11434'],
  ['gpu:8080', 'http://gpu:8080'],
  ['gpu:80', 'http://gpu:80'],
  [':8080', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://0.0.0.0:11434'],
  ['[::1]', 'http://[::1]:11434'],
  ['https://gpu.example', 'https://gpu.example'],
])('addresses: OLLAMA_HOST=%s is %s', (value, host) => {
  expect(readConfig({ OLLAMA_HOST: value }).ollama.host).toBe(host);
});

test('addresses: a key with a line break or a space in it is refused and not shown', () => {
  const found = problems({ GEMINI_API_KEY: `${secret} x` });
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain(secret);
});

test.each([
  [{}, undefined],
  [{ AGENT_MODELS: ' a, b' }, ['a', 'b']],
])('every model is trusted, unless some are listed with commas: %j', (env, trustedModels) => {
  expect(readConfig(env).agents).toEqual({ trustedModels });
});

describe('the embedder', () => {
  const embedder = (env: Record<string, string>) => readConfig(env).embedder;

  const GEMINI = { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k' };
  const OPENAI = { EMBEDDER: 'openai', OPENAI_API_KEY: 'k' };
  const server = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', LLM_PROVIDER: 'none' };
  const model = { EMBEDDER_MODEL: 'bge-m3', EMBEDDER_DIMENSIONS: '256' };
  const OWN = { EMBEDDER: 'openai', ...server, ...model };
  test.each<[Record<string, string>, object]>([
    [{}, { kind: 'local' }],
    [{ EMBEDDER: 'none' }, { kind: 'none' }],
    [{ GEMINI_API_KEY: 'k' }, { kind: 'local' }],
    [GEMINI, { kind: 'gemini', model: 'gemini-embedding-001', dimensions: 768 }],
    [
      { ...GEMINI, EMBEDDER_DIMENSIONS: '3072' },
      { kind: 'gemini', model: 'gemini-embedding-001', dimensions: 3072 },
    ],
    [{ EMBEDDER: 'ollama' }, { kind: 'ollama', model: 'nomic-embed-text', dimensions: undefined }],
    [OPENAI, { kind: 'openai', model: 'text-embedding-3-small', dimensions: undefined }],
    [OWN, { kind: 'openai', model: 'bge-m3', dimensions: 256 }],
  ])('%j is %j', (env, expected) => expect(embedder(env)).toEqual(expected));

  test.each(['gemini', 'openai'])('%s without a key names the variable and the remedy', (kind) => {
    const message = expect.stringMatching(new RegExp(`EMBEDDER is ${kind}.*EMBEDDER=local`));
    const said = [[`${kind.toUpperCase()}_API_KEY`, message]];
    expect(problems({ EMBEDDER: kind, LLM_PROVIDER: 'none' })).toEqual(said);
  });

  test.each(['local', 'none'])('%s refuses a model that it would not use', (kind) => {
    const wrong = { EMBEDDER: kind, EMBEDDER_MODEL: 'm', EMBEDDER_DIMENSIONS: '5' };
    const said = Object.fromEntries(problems(wrong));
    expect(Object.keys(said).sort()).toEqual(['EMBEDDER_DIMENSIONS', 'EMBEDDER_MODEL']);
    expect(said['EMBEDDER_MODEL']).toContain(`EMBEDDER is ${kind}`);
  });

  test('a wrong name is said once, whatever else is set', () =>
    expect(problems({ EMBEDDER: 'nomic', EMBEDDER_MODEL: 'm' })).toMatchObject([['EMBEDDER', {}]]));
});
