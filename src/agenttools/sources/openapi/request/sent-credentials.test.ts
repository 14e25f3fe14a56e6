import { stringify } from 'yaml';
import type { Credential } from '../../credentials.js';
import { OPTIONS } from '../../../../../test/support/openapi/one-operation.js';
import { documentTools } from '../document-tools.js';
import { prepareDocument } from '../prepare-document.js';
import {
  FORM,
  JSON_TYPE,
  MULTIPART,
  body,
  cases,
  header,
  object,
  one,
  openapi,
  operation,
  part,
  query,
  string,
  useNotingBackend,
} from '../../../../../test/support/sent-requests.js';

useNotingBackend();

const token = header('token', string, { required: true, description: 'Authentication token.' });
const key = query('api_key', string, { required: true });
const text = body(FORM, object({ text: string, secret: string }, { required: ['secret'] }));
const chat = one('post', '/chat', [token, key], text);
const CREDENTIALS: Credential[] = [
  { in: 'header', name: 'X-App-Id', value: 'i' },
  { in: 'header', name: 'token', value: 't' },
  { in: 'query', name: 'api_key', value: 'k&' },
  { in: 'cookie', name: 'sid', value: 's' },
  { in: 'body', name: 'secret', value: 'z' },
];

describe('credentials', () => {
  const scheme = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
  /** All of them, as they are sent beside a body or none. */
  const ALL = 'api_key=k%26 cookie: sid=s token: t x-app-id: i';
  const secret = part('secret', 'z') + part('n', '1');
  const schemes = { a: scheme('header', 'X-App-Id'), q: scheme('query', 'api_key') };
  const keyed = operation('call', { security: [{ q: [] }] });
  const both = openapi(
    { '/both': { get: operation('both') }, '/query': { get: keyed } },
    { security: [{ a: [] }], components: { securitySchemes: schemes } },
  );
  const parts = { allOf: [object({ secret: string }), object({ n: {} })] };
  const cookie = { name: 'sid', in: 'cookie', required: true };
  cases(
    'what auth sets',
    {
      'case 11: a parameter or field that auth sets is no argument, nor is the body where nothing else is in it required':
        [
          chat,
          [{ body: { text: 'hi' } }, `POST /chat?${ALL} (${FORM}) secret=z&text=hi`],
          [{}, `POST /chat?${ALL} (${FORM}) secret=z`],
        ],
      'in a JSON object, of several parts': [
        one('post', '/a', body(JSON_TYPE, parts)),
        [{ body: { n: 1 } }, `POST /a?${ALL} (${JSON_TYPE}) {"secret":"z","n":1}`],
      ],
      'in a multipart form': [
        one('post', '/a', body(MULTIPART, object({ secret: string, n: {} }))),
        [{ body: { n: 1 } }, `POST /a?${ALL} ${secret}--B--⏎`],
      ],
      'a required cookie that auth sets': [one('get', '/a', [cookie]), [{}, `GET /a?${ALL}`]],
      'case 12: a key in the query goes where the document asks for it': [
        both,
        [{}, 'GET /both cookie: sid=s token: t x-app-id: i', 'both'],
      ],
    },
    CREDENTIALS,
  );

  const secured = openapi(
    {
      '/both': { get: {} },
      '/query': { get: { security: [{ q: [] }, { c: [] }] } },
      '/free': { get: { security: [{}, { q: [] }] } },
      '/user': { get: { security: [{ o: [] }] }, post: { security: [{ h: [] }] } },
      '/cert': { get: { security: [{ m: [] }] } },
    },
    {
      security: [{ a: [], b: [] }],
      components: {
        securitySchemes: {
          a: scheme('header', 'X-App-Id'),
          b: scheme('header', 'X-App-Key'),
          q: scheme('query', 'api_key'),
          c: scheme('cookie', 'sid'),
          o: { type: 'oauth2', flows: {} },
          h: { type: 'http', scheme: 'basic' },
          m: { type: 'mutualTLS' },
        },
      },
    },
  );

  const CERTIFICATE =
    'GET /cert asks for a client certificate (mutualTLS), which auth does not set; put a proxy that has one in between.';
  type Named = Omit<Credential, 'value'>;
  const inHeader = (name: string): Named => ({ in: 'header', name });
  test.each<[string, Named[], string[]]>([
    [
      'case 12: nothing is set',
      [],
      [
        'GET /both asks for the header X-App-Id and the header X-App-Key, which auth does not set: a list of { header: X-App-Id, env: VARIABLE }, { header: X-App-Key, env: VARIABLE }.',
        'GET /query asks for the query key api_key, which auth does not set: { query: api_key, env: VARIABLE }.',
        'GET /user and 1 more ask for the header Authorization, which auth does not set: { forward: authorization }, { bearer_env: VARIABLE } or { header: Authorization, env: VARIABLE }.',
        CERTIFICATE,
      ],
    ],
    [
      'one of two headers, the second alternative, the token of the user',
      ['x-app-id', 'authorization'].map(inHeader).concat({ in: 'cookie', name: 'sid' }),
      [
        'GET /both asks for the header X-App-Key, which auth does not set: { header: X-App-Key, env: VARIABLE }.',
        CERTIFICATE,
      ],
    ],
  ])('%s: what auth does not meet is said', (_name, credentials, expected) => {
    const { findings } = prepareDocument(stringify(secured), { ...OPTIONS, credentials });
    expect(findings.map(({ message }) => message)).toEqual(expected);
    expect(new Set(findings.map(({ where }) => where))).toEqual(new Set(['sources.api.auth']));
  });
});

test('case 11: a header can be filled from the context of the page', () => {
  const document = openapi({ '/a': { get: { parameters: [header('X-Tenant')] } } });
  const prepared = prepareDocument(stringify(document), OPTIONS);
  const [tool] = documentTools('k', prepared, { fills: { X_Tenant: 'tenant' } });
  expect(tool?.contextIds).toEqual({ X_Tenant: { key: 'tenant' } });
});
