import { SignJWT } from 'jose';
import { newRule } from '../support/previews.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { refusal, startTestServer, useServer, dataOf, type Route } from '../support/server.js';
import { serve, rawRequest } from '../support/http-server.js';

const MARA = 'token-of-mara-0123456789';
const ANNA = 'token-of-anna-0123456789';
const STATIC = { AUTH: 'static', AUTH_TOKENS: `mara:${MARA},anna.lindqvist:${ANNA}` };
const CHAT = { message: 'which rules are there?', context_type: 'workflow' };

const asking = () => new ScriptedModel([[calls('list_workflow_rules')], [says('These.')]]);
const server = useServer({ env: STATIC, llm: asking() });

const exampleOf = ({ path }: Route) =>
  path.replace(/:[a-z_]+/gi, '00000000-0000-4000-8000-000000000001').replace('*', 'app.js');

describe('every route', () => {
  async function* refusals(headers = {}) {
    for (const route of server.routes.filter(({ open }) => !open)) {
      const answer = await rawRequest(server.url, route.method, exampleOf(route), headers);
      expect([route, answer.status]).toEqual([route, 401]);
      yield { ...answer, route, challenge: answer.headers['www-authenticate'] };
    }
  }

  test('asks for a token, except those that say they do not', async () => {
    expect(server.routes.length).toBeGreaterThan(60);
    const error = { code: 'unauthorized', message: expect.stringMatching(/Bearer/), details: [] };
    for await (const { route, text, challenge } of refusals()) {
      expect(challenge).toBe('Bearer realm="sextant"');
      if (route.method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ error });
    }
  });

  test('refuses a token it does not know, without repeating it', async () => {
    for await (const { text, challenge } of refusals({ authorization: 'Bearer hunter2' })) {
      expect(challenge).toMatch(/error="invalid_token"/);
      expect(text).not.toContain('hunter2');
    }
  });

  test('that is open is one of these', async () => {
    const found = server.routes.filter((route) => route.open);
    const open = found.map(({ method, path }) => `${method} ${path}`);
    const page = open.some((route) => route.endsWith('*')) ? '/*' : '/';
    const paths = [
      ...[page, '/embed.js', '/health/live', '/health/ready', '/oauth/client-metadata.json'],
      ...['/sign-in.json', '/v1/agent/sign-in/return'],
    ];
    const wanted = ['GET', 'HEAD'].flatMap((method) => paths.map((path) => `${method} ${path}`));
    expect([open.sort(), (await server.call('GET /health/live')).status]).toEqual([wanted, 200]);
    expect((await rawRequest(server.url, 'GET', '/')).status).toBe(200);
  });
});

/** Spellings that servers, routers and proxies have taken for the path of a route. */
test.each([
  ...['//v1/agent/tools', '/v1//agent/tools', '/./v1/agent/tools', '/health/../v1/agent/tools'],
  ...['/health/live/../../v1/agent/tools', '/health%2f..%2fv1/agent/tools', '/v1/agent/tools/'],
  ...['/V1/agent/tools', '/v1/agent/%74ools', '/v1/agent/tools;x=/health/live'],
  ...['/v1/agent/tools?/health/live', '/v1/agent/tools#/health/live'],
])('%s shows nobody the tools', async (path) => {
  const { status, text } = await rawRequest(server.url, 'GET', path);
  expect([400, 401, 403, 404]).toContain(status);
  expect(text).not.toContain('list_workflow_rules');
});

const nowhere = ['POST /nowhere', 'DELETE /health/live', 'OPTIONS /v1/agent/chat'];
test.each(nowhere)('%s, which is no route, tells nothing either', async (request) => {
  const [method = '', path = ''] = request.split(' ');
  expect((await rawRequest(server.url, method, path)).status).toBe(401);
});

describe('a token', () => {
  const tools = (headers: Record<string, string | string[]>) =>
    rawRequest(server.url, 'GET', '/v1/agent/tools', headers);

  const good = [`Bearer ${MARA}`, `bearer ${MARA}`, `BEARER  ${ANNA}`];
  test.each(good)('%s is good', async (authorization) =>
    expect((await tools({ authorization })).status).toBe(200),
  );

  test.each<[string, string | string[]]>([
    ['of nobody', 'Bearer token-of-mara-0123456788'],
    ['of the sample ERP, which proves nothing', 'Bearer sample-maria.keller'],
    ['with its user', `Bearer mara:${MARA}`],
    ['twice', [`Bearer ${MARA}`, `Bearer ${MARA}`]],
  ])('%s is refused', async (_name, authorization) => {
    const answer = await tools({ authorization });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toMatch(/token-of|other|sample/);
  });

  test('in the address is none', async () => {
    const path = `/v1/agent/tools?access_token=${MARA}`;
    expect((await rawRequest(server.url, 'GET', path)).status).toBe(401);
  });
});

test('a chat of a known user reaches the embedded platform with their token', async () => {
  const events = await server.chat(CHAT, { authorization: `Bearer ${MARA}` });
  const [result] = dataOf(events, 'tool_call_result');
  expect(result).toMatchObject({ name: 'list_workflow_rules', is_error: false });
  const rows = await server.db.query('select distinct user_id from sextant.runs');
  expect(rows).toEqual([{ user_id: 'static:mara' }]);
});

test.each([
  [ANNA, 'anna.lindqvist', 'the user of the sample ERP with the same name'],
  [MARA, 'maria.keller', 'its operations manager, as there is no user "mara"'],
])('to the embedded platform, %s is %s: %s', async (token, username) => {
  const rule = newRule(`Rule of ${username}`);
  const { body } = await server.call('POST /v1/workflow/rules/full', rule, token);
  const users = await server.db.query(
    'select u.username from platform.rules r join core.users u on u.id = r.created_by where r.id = $1',
    [body.id],
  );
  expect(users).toEqual([{ username }]);
});

describe('JSON Web Tokens', () => {
  const SECRET = 'a secret of more than thirty-two bytes';
  const issuer = { AUTH_JWT_ISSUER: 'https://id.example', AUTH_JWT_AUDIENCE: 'sextant' };
  const env = { AUTH: 'jwt', ...issuer, AUTH_JWT_SECRET: SECRET };
  const other = useServer(() => ({ env, llm: asking(), db: server.db }));
  const token = (changes: object = {}) =>
    new SignJWT({ sub: 'u-7', iss: 'https://id.example', aud: 'sextant', ...changes })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1 minute')
      .sign(new TextEncoder().encode(SECRET));

  test('a good one is served, another service’s is not', async () => {
    const good = await token({ preferred_username: 'anna.lindqvist' });
    const events = await other.chat(CHAT, { authorization: `Bearer ${good}` });
    expect(events.at(-1)?.event).toBe('message_complete');
    const foreign = await token({ aud: 'mail' });
    const refused = await other.call('GET /v1/agent/tools', undefined, foreign);
    const message = expect.stringMatching(/another service/);
    expect(refused).toMatchObject(refusal(401, 'unauthorized', { message }));
  });
});

test("a user's token goes to the outside platform, and to nobody it points to", async () => {
  const seen: Record<string, (string | undefined)[]> = { platform: [], other: [] };
  const other = await serve(({ headers }, response) => {
    seen['other']?.push(headers.authorization);
    response.end('{}');
  });
  const platform = await serve(({ url, headers }, response) => {
    // The question for health carries no token.
    if (url !== '/v1/workflow/trigger-types') seen['platform']?.push(headers.authorization);
    response.writeHead(307, { location: `${other.url}${url}` }).end();
  });
  const env = { ...STATIC, PLATFORM_URL: platform.url };
  const outside = await startTestServer({ env, llm: asking(), db: server.db });
  try {
    const events = await outside.chat(CHAT, { authorization: `Bearer ${MARA}` });
    expect(dataOf(events, 'tool_call_result')).toMatchObject([{ is_error: true }]);
    expect(seen).toEqual({ platform: [`Bearer ${MARA}`], other: [] });
  } finally {
    for (const one of [outside, platform, other]) await one.close();
  }
});
