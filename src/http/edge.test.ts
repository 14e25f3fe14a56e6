import { Body, Controller, Delete, Get, Module, Param, Post, Query } from '@nestjs/common';
import { useOpened } from '../../test/support/use-opened.js';
import {
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { AppError, type ErrorBody, errorCodes } from '../foundation/errors.js';
import { createLogger } from '../foundation/logger.js';
import { CarriesHistory, defaultBodyLimits, OpenBody } from './json-bodies.js';
import { createApp } from './create-app.js';
import { codeOfStatus, retryAfterOf, statusOf } from './error.filter.js';
import { Type } from './field-type.js';

class Item {
  @IsString({ message: 'name must be a text' })
  name: string;
}

class EchoBody {
  @MaxLength(5, { message: 'message must be at most 5 characters' })
  @IsString({ message: 'message must be a text' })
  message: string;

  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: Record<string, unknown>;

  @IsOptional()
  @IsArray({ message: 'items must be a list' })
  @ValidateNested({ each: true })
  @Type(() => Item)
  items?: Item[];
}

@OpenBody()
class ForeignBody {
  @IsString({ message: 'message must be a text' })
  message: string;
}

class PageQuery {
  @Type(() => Number)
  @IsInt({ message: 'page must be a whole number' })
  @Min(1, { message: 'page must be at least 1' })
  @Max(9, { message: 'page must be at most 9' })
  page: number = 1;
}

let failure: unknown;

@Controller()
class EdgeController {
  @Post('echo')
  echo(@Body() body: EchoBody): unknown {
    return { body };
  }

  @Post('foreign')
  @CarriesHistory()
  foreign(@Body() body: ForeignBody): unknown {
    return { body };
  }

  @Get('page')
  page(@Query() query: PageQuery): unknown {
    return { page: query.page };
  }

  @Get('names/:name')
  name(@Param('name') name: string): unknown {
    return { name };
  }

  @Delete('names/:name')
  remove(@Param('name') name: string): unknown {
    return { name };
  }

  @Get('fail')
  fail(): never {
    throw failure;
  }
}

@Module({ controllers: [EdgeController] })
class EdgeModule {}

const logged: Record<string, unknown>[] = [];
const logger = createLogger('debug', { write: (line) => void logged.push(JSON.parse(line)) });
const app = useOpened(async () => {
  const made = await createApp({ module: EdgeModule }, logger);
  await made.init();
  await made.getHttpAdapter().getInstance().ready();
  return made;
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(payload: string, headers: Record<string, string> = JSON_TYPE, url = '/echo') {
  const answer = await app.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

function expectError({ body }: { body: unknown }): ErrorBody['error'] {
  const { error } = body as ErrorBody;
  const message = expect.stringMatching(/^[A-Z].*\.$/s);
  expect(body).toEqual({ error: { code: error.code, message, details: expect.any(Array) } });
  expect(errorCodes).toContain(error.code);
  return error;
}

const nested = (depth: number) => `{"message":"hi","context":${deep(depth)}}`;
const deep = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const hi = { message: 'hi' };
test.each<[string, object, object?]>([
  ['a good one', { ...hi, context: { a: [1, { b: null }] }, items: [{ name: 'x' }] }],
  ['one that is wide instead of deep', { ...hi, context: { list: Array(39_000).fill(1) } }],
  ['one with null in optional fields, as if left out', { ...hi, context: null, items: null }, hi],
])('a body passes: %s', async (_name, payload, body = payload) =>
  expect(await post(JSON.stringify(payload))).toEqual({ status: 201, body: { body } }),
);

const send = (body: object) => post(JSON.stringify(body), JSON_TYPE, '/foreign');

test('what is not known of a body that other clients fill is lost, the rest is checked', async () => {
  const { status, body } = await send({ message: 'hi', from_the_future: 1 });
  expect([status, body]).toEqual([201, { body: { message: 'hi' } }]);
  expect(expectError(await send({ message: 1 })).message).toMatch(/message must be a text/);
});

test('such a body may carry a conversation of four times the usual size', async () => {
  expect((await send({ message: 'x'.repeat(2 << 20) })).status).toBe(201);
  const refused = await send({ message: 'x'.repeat(5 << 20) });
  expect(refused.status).toBe(413);
  expect(expectError(refused).message).toMatch(/4194304 bytes/);
});

const CODES = { 400: 'invalid_request', 413: 'body_too_large', 415: 'unsupported_media_type' };
const large = JSON.stringify({ message: 'x'.repeat(2 << 20) });
test.each<[string, string, keyof typeof CODES, RegExp, string?]>([
  ['12,000 levels deep', nested(12_000), 400, /deeper than 32 lev/],
  ['2 MB', large, 413, /at most 1048576 bytes/],
  ['not JSON', '{"message": ', 400, /not valid JSON/],
  ['no text at all', '\u0000\u0001', 400, /not valid JSON/],
  ['empty', '', 400, /body is empty/],
  ['null', 'null', 400, /must be a JSON object/],
  ['a list', '[]', 400, /must be a JSON object/],
  ['a text', '"hi"', 400, /must be a JSON object/],
  ['aimed at prototypes', '{"message":"hi","__proto__":{"a":1}}', 400, /__proto__/],
  ['JSON sent as plain text', '{"message":"hi"}', 415, /must be JSON/, 'text/plain'],
  ['a form of any web page', 'message=hi', 415, /be JSON/, 'application/x-www-form-urlencoded'],
  ['XML', '<a/>', 415, /be JSON/, 'application/xml'],
])('a body that is %s', async (_name, payload, status, message, type = 'application/json') => {
  logged.length = 0;
  const answer = await post(payload, { 'content-type': type });
  const error = expectError(answer);
  expect([answer.status, error.code]).toEqual([status, CODES[status]]);
  expect(error.message).toMatch(message);
  // What a client sends wrong is no fault of the server's.
  expect(logged).toEqual([]);
});

test('a body that is just within the limits passes', async () => {
  expect((await post(nested(defaultBodyLimits.maxDepth - 1))).status).toBe(201);
  expect((await post(nested(defaultBodyLimits.maxDepth))).status).toBe(400);
  const frame = '{"message":"hi","context":{"a":""}}'.length;
  const body = (size: number) => `{"message":"hi","context":{"a":"${'x'.repeat(size)}"}}`;
  expect((await post(body(defaultBodyLimits.maxBytes - frame))).status).toBe(201);
  expect((await post(body(defaultBodyLimits.maxBytes - frame + 1))).status).toBe(413);
});

const MESSAGE = { path: 'message', message: 'message must be a text' };
const LONG = { path: 'message', message: 'message must be at most 5 characters' };
const CONTEXT = { path: 'context', message: 'context must be an object' };
const INSIDE = { path: 'items[1].name', message: 'items[1].name: name must be a text' };
const ITEMS = { path: expect.stringMatching(/^items/), message: expect.any(String) };
test.each<[string, unknown, ...object[]]>([
  ['missing', {}, MESSAGE],
  ['of another type', { message: 7 }, MESSAGE],
  ['null', { message: null }, MESSAGE],
  ['too long', { message: 'longer' }, LONG],
  ['a list for an object', { message: 'hi', context: [] }, CONTEXT],
  ['inside a list', { message: 'hi', items: [{ name: 'x' }, { name: 7 }] }, INSIDE],
  ['a text in a list of objects', { message: 'hi', items: ['x'] }, ITEMS],
  ['null in a list of objects', { message: 'hi', items: [null] }, ITEMS],
  ['several', { context: 1 }, MESSAGE, CONTEXT],
])('a field that is wrong: %s', async (_name, payload, ...details) => {
  const answer = await post(JSON.stringify(payload));
  const error = expectError(answer);
  expect([answer.status, error.code]).toEqual([400, 'invalid_request']);
  expect(error.details).toEqual(details);
  const sentence = error.details.map(({ message }) => message).join('; ');
  expect(error.message).toBe(`The request is not valid: ${sentence}.`);
});

test('a field that is wrong is one of many: the first twenty are named, and how many there are', async () => {
  const items = Array.from({ length: 50 }, () => ({ name: 7 }));
  const error = expectError(await post(JSON.stringify({ message: 'hi', items })));
  expect(error.details).toHaveLength(20);
  expect(error.message).toMatch(/items\[19\]\.name: name must be a text; 30 more\.$/);
});

test('a field that is wrong has a long name: it is not repeated whole', async () => {
  const body = JSON.stringify({ message: 'hi', ['x'.repeat(5000)]: 1 });
  expect(expectError(await post(body)).message.length).toBeLessThan(500);
});

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
test.each([
  [fields(12_001), /12000 fields/],
  [Array(40_001).fill(0), /40000 values/],
  [fields(201), /201 fields/],
  [{ message: 'hi', items: [fields(201)] }, /201 fields/],
  [{ message: 'hi', items: Array(2_001).fill({ name: 'x' }) }, /2001 items.* at most 2000/],
])('a field that is wrong or too many of them are not even looked at', async (body, message) => {
  expect(expectError(await post(JSON.stringify(body))).message).toMatch(message);
});

test('a field that is wrong unknown is named, with the known ones', async () => {
  const answer = await post(JSON.stringify({ message: 'hi', mesage: 'x' }));
  const message = 'mesage is not a known field (known: context, items, message)';
  const allowed = ['context', 'items', 'message'];
  expect(expectError(answer).details).toEqual([{ path: 'mesage', message, allowed }]);
  expect(answer.status).toBe(400);
});

test.each([
  ['/page', 200, { page: 1 }],
  ['/page?page=3', 200, { page: 3 }],
  ['/page?page=x', 400, undefined],
  ['/page?page=10', 400, undefined],
  ['/page?pages=1', 400, undefined],
])('a field that is wrong in a query: %s answers %d', async (url, status, body) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(status);
  if (body === undefined) expect(expectError({ body: answer.json() }).details).toHaveLength(1);
  else expect(answer.json()).toEqual(body);
});

test.each(['/nowhere', '/echo', '/v1/%2e%2e/x'])('GET %s is not found', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(expectError({ body: answer.json() }).code).toBe('not_found');
});

test('a name of 255 characters arrives, however many bytes they are; a longer one is refused', async () => {
  const name = '😀/ü'.repeat(64);
  const answer = await app.inject({ url: `/names/${encodeURIComponent(name)}` });
  expect(answer.json()).toEqual({ name });
  const refused = await app.inject({ url: `/names/${'x'.repeat(2000)}` });
  expect(refused.statusCode).toBe(400);
  expect(expectError({ body: refused.json() }).message).toContain('too long');
});

const TYPES = [{}, JSON_TYPE, { ...JSON_TYPE, 'content-length': '0' }];
test.each(TYPES)('a DELETE without a body may say %j', async (headers) => {
  const answer = await app.inject({ method: 'DELETE', url: '/names/x', headers });
  expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'x' }]);
});

test.each<[string, string, Record<string, string>, number]>([
  ['DELETE', '/names/x', JSON_TYPE, 200],
  ['POST', '/nowhere', JSON_TYPE, 404],
  ['POST', '/echo', { 'content-type': 'text/plain' }, 415],
  ['POST', '/echo', { ...JSON_TYPE, 'content-length': '9000000' }, 413],
])('%s %s does not parse a body that nobody reads (%j)', async (method, url, headers, status) => {
  const request = { method: method as 'POST', url, headers, payload: '{not JSON' };
  expect((await app.inject(request)).statusCode).toBe(status);
});

test('a URL that cannot be decoded is a bad request', async () => {
  const answer = await app.inject({ url: '/%zz' });
  expect(answer.statusCode).toBe(400);
  expect(expectError({ body: answer.json() }).code).toBe('invalid_request');
});

describe('what a route throws', () => {
  async function answerTo(thrown: unknown) {
    logged.length = 0;
    failure = thrown;
    const answer = await app.inject({ url: '/fail' });
    return { status: answer.statusCode, wait: answer.headers['retry-after'], body: answer.json() };
  }

  test.each(errorCodes)('%s answers its status', async (code) => {
    const [status, details] = [statusOf(code), [{ path: 'a', message: 'b' }]];
    expect(await answerTo(new AppError(code, 'What is wrong.', details))).toEqual({
      status,
      wait: retryAfterOf(code)?.toString(),
      body: { error: { code, message: 'What is wrong.', details } },
    });
    // Only what the server caused itself goes into the log, once.
    const isOurs = status === 500 || code === 'database_error';
    expect(logged).toHaveLength(isOurs ? 1 : 0);
  });

  test.each<[string, unknown]>([
    ['an Error', new Error('password=hunter2')],
    ['a text', 'password=hunter2'],
    ['undefined', undefined],
    ['an error with a status of its own', Object.assign(new Error('hunter2'), { statusCode: 503 })],
  ])('%s is internal, hidden from the client and in the log once', async (_name, thrown) => {
    const answer = await answerTo(thrown);
    expect(answer.status).toBe(500);
    expect(expectError(answer).code).toBe('internal');
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(logged).toEqual([expect.objectContaining({ level: 50 })]);
  });
});

test('an outage of the database is logged once, however many requests it fails', async () => {
  const fresh = await createApp({ module: EdgeModule }, logger);
  await fresh.init();
  logged.length = 0;
  failure = new AppError('database_error', 'The database does not answer.');
  for (let at = 0; at < 20; at += 1) {
    const answer = await fresh.inject({ url: '/fail' });
    expect(expectError({ body: answer.json() }).code).toBe('database_error');
  }
  failure = new Error('another');
  await fresh.inject({ url: '/fail' });
  await fresh.close();
  expect(logged).toHaveLength(2);
});

test.each([500, 302])('a status of %d is no refusal, but internal', (status) =>
  expect(codeOfStatus(status)).toBe('internal'),
);
