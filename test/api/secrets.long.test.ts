import { readConfig } from '../../src/app/config/config.js';
import { createLogger } from '../../src/foundation/logger.js';
import { secretsIn } from '../../src/foundation/secrets.js';
import { startServer } from '../../src/app/server.js';
import { useServers } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { postJson, serve } from '../support/http-server.js';
import { useFolders } from '../support/embedded-template.js';
import { useOpened } from '../support/use-opened.js';

const KEY = 'sk-model-key-7f3a9c';
const TOKEN = 'eyJhbGciOi.caller-token.c2lnbmF0dXJl';
const PASSWORD = 'db-pass/word 9';
const SECRETS = [KEY, TOKEN, PASSWORD, encodeURIComponent(PASSWORD)];

const folder = useFolders();
const spawnServer = useServers(() => ({ DATA_DIR: folder.path }));
/** An outside that repeats whatever it was sent, as some do, and refuses it. */
const outside = useOpened(() =>
  serve((request, response) => {
    const { authorization = '' } = request.headers;
    const message = `not allowed: ${authorization}, ${KEY}`;
    const status = request.url?.startsWith('/v1/chat') ? 401 : 403;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'refused', message, details: [] } }));
  }),
);

test('no secret is in what the server logs and answers, whatever fails', async () => {
  const env = {
    PORT: '0',
    DATA_DIR: folder.path,
    LOG_LEVEL: 'debug',
    EMBEDDER: 'openai',
    EMBEDDER_MODEL: 'any',
    LLM_MODEL: 'any',
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${outside.url}/v1`,
    PLATFORM_URL: outside.url,
  };
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger('debug', destination, secretsIn(env));
  const db = await openTestDatabase();
  const server = await startServer(readConfig(env), logger, { db });
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const body = { message: 'list the rules', context_type: 'workflow' };
    const answers = [
      await postJson(`${server.url}/v1/agent/chat`, body, { headers }),
      await fetch(`${server.url}/health/ready`),
      await fetch(`${server.url}/v1/agent/runs/nope/events?token=${TOKEN}`, { headers }),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toContain('event: error');
    // What an error of our own may hold: a library's words, an address, a header.
    const err = new Error(`connect postgres://me:${encodeURIComponent(PASSWORD)}@h/d`);
    logger.error({ err, request: { headers, deep: { er: { still: headers } } } }, 'failed');
    logger.debug(`GET https://api.example/v1?key=${KEY} with Bearer ${TOKEN}`);
    expect(log.length).toBeGreaterThan(2);
    const all = [...texts, ...log].join('\n');
    for (const secret of SECRETS) expect(all).not.toContain(secret);
  } finally {
    await server.close();
  }
});

test('a server that cannot start shows no secret either', async () => {
  const url = `postgres://me:${encodeURIComponent(PASSWORD)}@127.0.0.1:${outside.port}/d`;
  const child = spawnServer({ DATABASE_URL: url, LOG_LEVEL: 'debug', OPENAI_API_KEY: KEY });
  const lines = await child.rest();
  expect(await child.exitCode()).toBe(1);
  const all = [...lines, child.errorText].join('\n');
  expect(all).toMatch(/PostgreSQL|database/);
  for (const secret of SECRETS) expect(all).not.toContain(secret);
});
