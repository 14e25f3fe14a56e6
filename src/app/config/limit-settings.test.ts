import { thrownBy } from '../../../test/support/refused.js';
import { settingsOf } from '../../../test/support/settings.js';
import { readFile } from 'node:fs/promises';
import { readConfig } from './config.js';
import { readLimitSettings } from './limit-settings.js';

const settings: [name: string, value: string, read: object][] = [
  ['MAX_BODY_BYTES', '2048', { body: { maxBytes: 2048 } }],
  ['MAX_BODY_DEPTH', '8', { body: { maxDepth: 8 } }],
  ['MAX_MESSAGE_CHARS', '100', { routes: { chat: { maxMessage: 100 } } }],
  ['MAX_HISTORY_MESSAGES', '0', { routes: { chat: { maxHistory: 0 } } }],
  ['MAX_HISTORY_CHARS', '5000', { historyBudget: 5000 }],
  ['MAX_RUNS_PER_USER', '1', { admission: { maxRunsPerUser: 1 } }],
  ['MAX_REQUESTS_PER_USER', '2', { routes: { requestsPerUser: 2 } }],
  ['MAX_RUNS', '7', { admission: { maxRuns: 7 } }],
  ['MAX_TURNS', '5', { run: { maxTurns: 5 } }],
  ['MAX_TOOL_CALLS', '9', { run: { maxToolCalls: 9 } }],
  ['MAX_CALLS_PER_TURN', '3', { run: { maxCallsPerTurn: 3 } }],
  ['MAX_ARGUMENT_CHARS', '2048', { run: { maxArgumentChars: 2048 } }],
  ['MAX_THINKING_CHARS', '0', { run: { maxThinkingChars: 0 } }],
  ['MAX_ANSWER_CHARS', '20000', { answerChars: 20_000 }],
  ['MAX_RUN_TOKENS', '1000', { run: { maxRunTokens: 1000 } }],
  ['MAX_RUN_S', '1.5', { run: { maxRunSeconds: 1.5 } }],
  ['MAX_TOOL_S', '0.5', { run: { maxToolSeconds: 0.5 } }],
  ['MAX_RESULT_BYTES', '4096', { run: { maxResultBytes: 4096 } }],
  ['MAX_EVENT_BYTES', '8192', { run: { maxEventBytes: 8192 } }],
  ['MAX_COLLECTED_TOKENS', '8000', { run: { maxCollectedTokens: 8000 } }],
  ['CLIENT_BUFFER_BYTES', '65536', { client: { bufferBytes: 65_536 } }],
  ['CLIENT_STALL_S', '2', { routes: { sse: { stallMs: 2000 } } }],
  ['DB_STATEMENT_TIMEOUT_S', '4', { statementSeconds: 4 }],
];

const read = (env: Record<string, string>) => settingsOf(env, readLimitSettings);

test.each(settings)('%s=%s is read', (name, value, expected) => {
  expect(read({})).not.toMatchObject(expected);
  expect(read({ [name]: value })).toMatchObject(expected);
});

test.each([
  ['200000', 24_000],
  ['16384', 8192],
  ['2048', 4000],
])('with a window of %s tokens the results may take %d', (window, expected) => {
  const env = { LLM_PROVIDER: 'ollama', OLLAMA_NUM_CTX: window };
  expect(readConfig(env).limits.run.maxCollectedTokens).toBe(expected);
});

test('a limit that is none is refused, each by its name', () => {
  const env = Object.fromEntries(settings.map(([name]) => [name, '-1']));
  const named = thrownBy(() => read(env)).details.map(({ path }) => path);
  expect(named.sort()).toEqual(settings.map(([name]) => name).sort());
});

const ELSEWHERE = [
  ...['DOCUMENT_MAX_COUNT', 'DOCUMENT_MAX_MB', 'DOCUMENT_MAX_TOTAL_MB'],
  ...['MAX_RESEARCH_PER_USER', 'RESEARCH_KEEP_DAYS', 'RESEARCH_WORKERS'],
];

test('docs/limits.md has each of them with its default', async () => {
  const text = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const found = [...text.matchAll(/^\| [^|]+ \| `([A-Z_]+)` \| ([\d,.]+)/gm)];
  const rows = found.map(([, name = '', value = '']) => [name, value.replaceAll(',', '')]);
  const names = [...settings.map(([name]) => name), ...ELSEWHERE];
  expect(rows.map(([name]) => name).sort()).toEqual(names.sort());
  // Reading what the page says changes nothing.
  const { secrets } = readConfig({});
  const set = readConfig(Object.fromEntries(rows));
  expect({ ...set, secrets }).toEqual({ ...readConfig({}), secrets });
});
