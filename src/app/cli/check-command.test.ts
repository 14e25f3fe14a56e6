import { useOpened } from '../../../test/support/use-opened.js';
import { useCli } from '../../../test/support/use-cli.js';
import { serve } from '../../../test/support/http-server.js';

// What `sextant check` says to the operator of a document: by its cases, as a person reads them.

const cli = useCli();

const operation = { responses: { 200: { description: 'ok' } } };
const document = (paths: object, more: object = { openapi: '3.0.3' }) =>
  JSON.stringify({ ...more, info: { title: 'Case', version: '1' }, paths });
const manyPaths = (count: number, one: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`/a${n}`, one]));

const run = (env: Record<string, string>, ...args: string[]) => cli.run(args, { env });

function check(source: object, args: string[] = [], env: Record<string, string> = {}) {
  cli.write('sextant.yaml', { sources: { shop: source } });
  return run(env, 'check', ...args);
}

function checkText(text: string, more: object = {}, args: string[] = []) {
  cli.write('api.yaml', text);
  return check({ openapi: './api.yaml', base_url: 'https://api.example.com', ...more }, args);
}
const ends = (code: number, said: RegExp) => ({ code, said: expect.stringMatching(said) });

test('case 23: operations in other files are named, and nothing offered is a failure', async () => {
  const paths = { '/droplets': { get: { $ref: 'list.yml' }, post: { $ref: 'create.yml' } } };
  const found = await checkText(document(paths));
  const named = found.said.match(/leads out of the document.*Bundle the document into one file/g);
  expect(named).toHaveLength(2);
  expect(found).toEqual(ends(1, /shop: nothing is offered\. None of its operations can be used\./));
});

test('case 26: what is left out is counted, and named whole by --all, also what patterns leave out', async () => {
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const raw = { ...operation, parameters: [{ in: 'cookie', name: 's', required: true }] };
  const post = { ...operation, requestBody: { required: true, content } };
  const named = { '/ok': { get: operation, delete: operation }, '/up': { post } };
  const text = document({ ...manyPaths(14, { post: raw }), ...named });
  const short = await checkText(text, { refuse: ['DELETE **'] });
  expect(short.said).toMatch(/and \d more, which "sextant check --all" names/);
  expect(short.said).not.toContain('POST /a13');
  const whole = await checkText(text, { refuse: ['DELETE **'] }, ['--all']);
  expect(whole).toEqual(ends(0, /left out by include, exclude or refuse: DELETE \/ok/));
  for (let n = 0; n < 14; n += 1) expect(whole.said).toContain(`error POST /a${n}: Not offered`);
  expect(whole.said).not.toContain('more');
});

const webhooks = document({}, { openapi: '3.1.0', webhooks: { a: { post: operation } } });
const a = document({ '/a': { get: operation } });
test.each<[string, string, object, RegExp]>([
  ['no paths', document({}), {}, /holds no operations/],
  ['only webhooks', webhooks, {}, /no operations/],
  ['patterns that leave nothing', a, { include: ['tag:X'] }, /leave nothing/],
])('nothing offered is a failure: %s', async (_name, text, more, message) =>
  expect(await checkText(text, more)).toEqual(ends(1, message)),
);

const whole = document(manyPaths(30, { get: operation }));
const part = document(manyPaths(10, { get: operation }));
const backend = useOpened(() =>
  serve(({ headers, url = '' }, response) => {
    const isKnown =
      headers.authorization === 'Bearer s3cret-token' ||
      headers['x-key'] === 's3cret-token' ||
      url.endsWith('key=s3cret-token');
    if (isKnown) response.end(whole);
    else if (url.startsWith('/public')) response.end(part);
    else response.writeHead(401).end();
  }),
);
const env = { TOKEN: 's3cret-token' };
const source = (path: string, auth: unknown, base_url = backend.url) => {
  return { openapi: `${backend.url}${path}`, base_url, auth };
};

test.each<[string, string, unknown]>([
  ['a bearer token', '/api.json', { bearer_env: 'TOKEN' }],
  ['a header', '/public.json', { header: 'X-Key', env: 'TOKEN' }],
  ['a key in its URL', '/api.json?key=${TOKEN}', 'none'],
])('a document behind sign-in is read with %s of the environment', async (_name, path, auth) => {
  const found = await check(source(path, auth), [], env);
  expect(found).toEqual(ends(0, /30 operations, 30 usable, 30 offered/));
  expect(found.said).not.toContain('may be more');
});

test('a document behind sign-in that strangers see a part of says how much was seen', async () =>
  expect(
    await check(source('/public.json', { forward: 'authorization' }), [], { ...env, AUTH: 'jwt' }),
  ).toEqual(ends(0, /10 of what may be more: this document was read without sign-in/)));

test('a document behind sign-in that is there for nobody else names the ways in, and no secret', async () => {
  const ways = /shop: not usable\. .*answered 401: .*bearer_env.*\$\{VARIABLE\}.*a file/;
  expect(await check(source('/api.json', 'none'), [], env)).toEqual(ends(1, ways));
  const wrong = await check(source('/api.json?key=${TOKEN}x', 'none'), [], env);
  expect(wrong.said).toContain('key=${TOKEN}x answered 401');
  expect(wrong.said).not.toContain('s3cret');
});

test('a document behind sign-in: on another host than base_url is not shown the credential', async () => {
  const elsewhere = source('/api.json', { bearer_env: 'TOKEN' }, 'https://api.example');
  const { said } = await check(elsewhere, [], env);
  expect(said).toMatch(/answered 401: .*read without sign-in.*on the host of base_url/);
});

const auth = { forward: 'authorization' };
const forwarding = { openapi: './api.json', base_url: 'https://x.example', auth };
beforeEach(() => cli.write('api.json', a));

const refused =
  /sources\.shop\.auth forwards .*AUTH=none.* Either let users sign in \(AUTH=jwt.*; or .*bearer_env/;
test.each<Record<string, string>>([{}, { AUTH: 'none' }])(
  'forwarding is refused where nobody signs in: %j',
  async (env) => expect(await check(forwarding, [], env)).toEqual(ends(1, refused)),
);

test.each([
  ['none', 'auth: none # or { bearer_env'],
  ['jwt', 'forward: authorization'],
])('init with AUTH=%s writes a file that check takes', async (AUTH, written) => {
  const words = ['--id', 'shop', '--openapi', './api.json', '--base-url', 'https://x.example'];
  await run({ AUTH }, 'init', ...words);
  expect(cli.read('sextant.yaml')).toContain(written);
  expect((await run({ AUTH }, 'check')).code).toBe(0);
});
