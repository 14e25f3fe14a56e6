import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Module, Query } from '@nestjs/common';
import { listening } from '../../test/support/platform-app.js';
import { useOpened } from '../../test/support/use-opened.js';
import { IsOptional, IsString } from 'class-validator';
import { type ErrorBody, errorCodes } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import { createApp } from './create-app.js';
import { securityHeaders } from './edge-policy.js';
import { statusOf } from './error.filter.js';

class SearchQuery {
  @IsOptional()
  @IsString()
  search?: string;
}

@Controller()
class PlainController {
  @Get('page')
  page(@Query() query: SearchQuery): unknown {
    return { search: query.search };
  }
}

@Module({ controllers: [PlainController] })
class PlainModule {}

const app = useOpened(async () =>
  listening(await createApp({ module: PlainModule }, silentLogger)),
);

async function send(bytes: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

function parse(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const named = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  const headers = Object.fromEntries(new Headers(named));
  return { status: Number(status.split(' ')[1]), headers, body };
}

const GET = 'GET /page HTTP/1.1\r\nhost: localhost\r\n';
const LAST = 'host: localhost\r\nconnection: close\r\n\r\n';
const HELLO = Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00]);

test('a request for another protocol is answered as any other, and the last of its connection', async () => {
  const answer = parse(await send(`${GET}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`));
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' }, body: '{}' });
});

test.each<[string, string | Buffer, number, RegExp]>([
  ['nonsense', 'nonsense\r\n\r\n', 400, /not valid HTTP/],
  ['an unknown method', 'FETCH /page HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, /not valid HTTP/],
  ['TLS', HELLO, 400, /came with TLS/],
  ['two lengths', `${GET}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, /not valid HTTP/],
  ['both', `${GET}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`, 400, /not v/],
  ['headers of 32 kB', `${GET}x-long: ${'x'.repeat(32_768)}\r\n\r\n`, 431, /at most 16 kB/],
  ['an expectation', `${GET}expect: a-miracle\r\n\r\n`, 417, /"Expect: a-miracle"/],
  ['no host', 'GET /page HTTP/1.1\r\nconnection: close\r\n\r\n', 400, /no Host header/],
  ['two hosts', `${GET}host: o.example\r\nconnection: close\r\n\r\n`, 400, /more than one Host/],
  ['a whole URL', `GET http://localhost/page HTTP/1.1\r\n${LAST}`, 400, /must be a path/],
  ['a NUL', `GET /?a=%00 HTTP/1.1\r\n${LAST}`, 400, /NUL/],
])('what is no HTTP request is refused: %s', async (_name, bytes, status, message) => {
  const answer = parse(await send(bytes));
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(answer.body)),
    connection: 'close',
  });
  expect((JSON.parse(answer.body) as ErrorBody).error).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(message),
    details: [],
  });
});

test('a second request that is broken gets its own answer, behind that of the first', async () => {
  const raw = await send(`${GET}\r\nnonsense\r\n\r\n`);
  expect(raw.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
});

test('the refusal of a HEAD has no body', async () => {
  const raw = await send(
    'HEAD /page HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n',
  );
  expect(raw).toMatch(/^HTTP\/1\.1 400 /);
  expect(parse(raw).body).toBe('');
});

test('an old client needs no host', async () =>
  expect(parse(await send('GET /page HTTP/1.0\r\n\r\n')).status).toBe(200));

test('docs/errors.md lists exactly the codes, with the status each answers', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\d{3}|–) \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map(([, code]) => code)).toEqual([...errorCodes]);
  // A dash: the code never answers a request of its own, and would be a plain 500 if it did.
  const documented = rows.map(([, , status]) => (status === '–' ? 500 : Number(status)));
  expect(documented).toEqual(errorCodes.map(statusOf));
});
