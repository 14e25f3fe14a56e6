import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { upgradeDocument } from './swagger-parameters.js';
import { readOperations } from './read-operations.js';
import { serverFindings } from './servers.js';

const get = { get: { operationId: 'users', responses: {} } };
const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });

function found(document: JsonObject, baseUrl: string, documentUrl?: string) {
  const whole = upgradeDocument({ info: { title: 'Case', version: '1' }, ...document }).document;
  const { operations } = readOperations(whole, { limits: { operations: 100 } });
  const options = { source: 'shop', baseUrl, documentUrl };
  const { basePath, elsewhere } = serverFindings(whole, operations, options);
  return {
    basePath: basePath.map(({ message }) => message).join(),
    elsewhere: elsewhere.map(({ where, message }) => `${where}: ${message}`).join(),
  };
}

const openapi = (more: JsonObject) => ({ openapi: '3.0.3', paths: { '/users': get }, ...more });
const swagger = (more: JsonObject) => ({ swagger: '2.0', paths: { '/users': get }, ...more });
const variable = (url: string, variables: JsonObject) => ({ servers: [{ url, variables }] });

describe('a base path that base_url lacks is a warning with the base_url that has it', () => {
  const hosted = swagger({ host: 'api.example.com', basePath: '/api/v2', schemes: ['https'] });
  const SENTENCE =
    /below \/api\/v2 \(https:\/\/api\.example\.com\/api\/v2\), .*GET \/users goes to https:\/\/api\.example\.com\/users\. .* base_url: https:\/\/api\.example\.com\/api\/v2\./;
  const versions = variable('https://a.example/{v}', { v: { default: 'v2', enum: ['v1', 'v2'] } });
  const two = at('https://a.example/v1', 'https://b.example');
  const twice = { openapi: '3.1.0', paths: { '/api/users': get, '/api/orders': get } };
  const TWICE = /begins with \/api already, .* goes to https:\/\/a\.example\/api\/api\/users/;
  test.each<[string, JsonObject, string, RegExp]>([
    ['2.0: basePath', hosted, 'https://api.example.com', SENTENCE],
    ['2.0: alone', swagger({ basePath: '/api/v2/' }), 'http://127.0.0.1:8080', /\/api\/v2/],
    ['3: a relative server', openapi(at('/api/v1')), 'http://127.0.0.1:8080', /below \/api\/v1/],
    ['another version', openapi(at('https://a.example/v2')), 'https://a.example/v1', /below \/v2/],
    ['a part of it only', openapi(at('/api/v1')), 'https://a.example/v1', /below \/api\/v1/],
    ['a variable with values', openapi(versions), 'https://a.example/v3', /below \/v2/],
    ['the server of its host counts', openapi(two), 'https://a.example', /below \/v1/],
    ['the paths have it already', twice, 'https://a.example/api', TWICE],
  ])('%s', (_name, document, baseUrl, message) => {
    expect(found(document, baseUrl).basePath).toMatch(message);
  });

  const whole = variable('{server}/v1', { server: { default: 'https://a.example' } });
  test.each<[string, JsonObject, string, string?]>([
    ['no server', openapi({}), 'https://a.example/any'],
    ['the same', swagger({ basePath: '/api/v2' }), 'https://a.example/api/v2'],
    ['below the path of a gateway', openapi(at('/api/v2')), 'https://a.example/shop/api/v2'],
    ['one of several', openapi(at('/v1', '/v2')), 'https://a.example/v2'],
    ['a free variable', openapi(variable('https://{h}/{v}', {})), 'https://a.example/v7'],
    ['a whole server in a variable', openapi(whole), 'https://b.example/v1'],
    ['beside its document', openapi(at('./')), 'https://a.example/v1', 'https://a.example/v1/a'],
    ['odd ones', openapi({ servers: [null, {}, { url: 7 }, 'x'] }), 'https://a.example'],
  ])('%s is no warning', (_name, document, baseUrl, documentUrl = undefined) => {
    expect(found(document, baseUrl, documentUrl)).toEqual({ basePath: '', elsewhere: '' });
  });
});

describe('an operation with servers of its own', () => {
  const upload = (own: JsonObject, ofPath: JsonObject = {}) => ({
    openapi: '3.0.3',
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: { '/upload': { ...ofPath, post: { ...own, responses: {} } } },
  });
  const base = 'http://127.0.0.1:8080/v1';
  const regions = variable('https://{r}.example.com', { r: { default: 'eu', enum: ['eu', 'us'] } });
  const AT =
    /^POST \/upload: It is served elsewhere \(https:\/\/uploads\.example\.com\/api\), and is sent to base_url \(http:\/\/127\.0\.0\.1:8080\/v1\)/;
  test.each<[string, JsonObject, RegExp]>([
    ['of the operation', upload(at('https://uploads.example.com/api')), AT],
    ['of the path', upload({}, at('https://uploads.example.com/')), /uploads\.example\.com\)/],
    ['at another path', upload(at('/beta')), /\(http:\/\/127\.0\.0\.1:8080\/beta\)/],
    ['with a variable', upload(regions), /\(https:\/\/eu\.example\.com\)/],
  ])('%s: it is named with where it is served', (_name, document, message) => {
    expect(found(document, base).elsewhere).toMatch(message);
  });

  test.each<[string, JsonObject, string]>([
    ['that are the document’s', upload(at('https://api.example.com/v1/')), base],
    ['that are base_url', upload(at('https://up.example/api')), 'http://up.example/api'],
    ['one of whose values is base_url', upload(regions), 'https://us.example.com'],
    ['its own before those of its path', upload(at('/v1'), at('https://x.example')), base],
  ])('%s is no warning', (_name, document, baseUrl) => {
    expect(found(document, baseUrl).elsewhere).toBe('');
  });
});

test('property: whatever stands under servers, nothing fails', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('{a}/{b}', 'https://{a', '//x/{b}', '/../..'));
  const server = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.record({ url: text, variables: fc.record({ a: fc.jsonValue({ maxDepth: 1 }) }) }),
  );
  await holds([fc.array(server), fc.array(server)], (servers, own) => {
    const paths = { '/a': { get: { servers: own, responses: {} } }, '/b': get };
    expect(() => found({ openapi: '3.1.0', servers, paths }, 'https://a.example/v1')).not.toThrow();
  });
});
