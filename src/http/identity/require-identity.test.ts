import { Controller, Get, Module, Res } from '@nestjs/common';
import { listening } from '../../../test/support/platform-app.js';
import { useOpened } from '../../../test/support/use-opened.js';
import type { FastifyReply } from 'fastify';
import fc from 'fast-check';
import { deferred } from '../../../test/support/deferred.js';
import { silentLogger } from '../../foundation/logger.js';
import { createApp } from '../create-app.js';
import { thrownBy } from '../../../test/support/refused.js';
import { holds } from '../../../test/support/property.js';
import { AppError } from '../../foundation/errors.js';
import { requireIdentity, bearerToken, openRoutes } from './require-identity.js';

/** Settled once the latest stream was closed. */
let closed = deferred();
/** Settles an answer that is no stream. */
let answer = deferred();

@Controller()
class Routes {
  @Get('stream')
  stream(@Res() reply: FastifyReply): void {
    reply.hijack();
    reply.raw.once('close', () => closed.resolve());
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    reply.raw.write('event: start\n\n');
  }

  @Get('answer')
  async answer(): Promise<unknown> {
    await answer.promise;
    return { whole: true };
  }
}

@Module({ controllers: [Routes] })
class RoutesModule {}

/** So long a token of the test lives, in ms; one with a minus sign has no end. */
const identityOf = async (token: string) => {
  const lives = Number(token);
  const identity = { userId: 'u', username: 'u' };
  return lives < 0 ? identity : { ...identity, expiresAt: new Date(Date.now() + lives) };
};

const app = useOpened(async () => {
  const made = await createApp({ module: RoutesModule }, silentLogger);
  requireIdentity(made.getHttpAdapter().getInstance(), identityOf);
  return listening(made);
});

const get = (path: string, token: string, signal?: AbortSignal) =>
  fetch(`${app.url}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });

test('an open stream ends with its token, and others continue', async () => {
  const leave = new AbortController();
  await (await get('stream', '-1', leave.signal)).body!.getReader().read();
  closed = deferred();
  const short = (await get('stream', '150')).body!.getReader();
  expect(new TextDecoder().decode((await short.read()).value)).toBe('event: start\n\n');
  await expect(short.read()).rejects.toThrow();
  await closed.promise;
  closed = deferred();
  leave.abort();
  await closed.promise;
});

test('a token that lives longer than a timer can wait ends nothing', async () => {
  const leave = new AbortController();
  const month = (await get('stream', String(60 * 86_400_000), leave.signal)).body!.getReader();
  await month.read();
  const short = (await get('stream', '50')).body!.getReader();
  await short.read();
  await expect(short.read()).rejects.toThrow();
  const next = month.read();
  leave.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
});

test('an answer that is no stream is given whole', async () => {
  answer = deferred();
  const asked = get('answer', '20');
  const other = (await get('stream', '60')).body!.getReader();
  await other.read();
  await expect(other.read()).rejects.toThrow();
  answer.resolve();
  expect(await (await asked).json()).toEqual({ whole: true });
});

test.each<[string, string[], RegExp]>([
  ['no header', ['Host', 'authorization'], /known users only/],
  ['an empty one', ['Authorization', ' '], /known users only/],
  ['another scheme', ['Authorization', 'Basic bWFyYTpodW50ZXIy'], /cannot be read/],
  ['no scheme', ['Authorization', 'hunter2'], /cannot be read/],
  ['no token', ['Authorization', 'Bearer'], /cannot be read/],
  ['two tokens', ['Authorization', 'Bearer hunter2 hunter3'], /cannot be read/],
  ['a list', ['Authorization', 'Bearer hunter2, Bearer hunter3'], /cannot be read/],
  ['two headers', ['Authorization', 'Bearer hunter', 'authorization', 'Bearer b'], /more than one/],
  ['the same twice', ['Authorization', 'Bearer hunter2', 'AUTHORIZATION', 'Bearer hunter2'], /one/],
])('%s is refused, without its text', (_name, headers, message) => {
  const error = thrownBy(() => bearerToken(headers));
  expect(error.code).toBe('unauthorized');
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/hunter|bWFy/);
});

test('anything is a token or refused, and never more than the characters of a token', () =>
  holds([fc.string()], (text) => {
    try {
      expect(bearerToken(['Authorization', text])).toMatch(/^[A-Za-z0-9\-._~+/]+=*$/);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }));

@Module({})
class EmptyModule {}

const openApp = useOpened(async () => {
  const made = await createApp({ module: EmptyModule }, silentLogger);
  const plugin = openRoutes(async (scope) => {
    scope.get('/missing', async () => {
      throw new AppError('not_found', 'There is no such file: build it.');
    });
    scope.get('/broken', async () => {
      throw new Error('a secret reason');
    });
  });
  await made.register(plugin);
  return listening(made);
});

test.each([
  ['missing', 404, 'not_found', /build it/],
  ['broken', 500, 'internal', /^(?!.*secret)/],
])('an error of an open route has the common shape: %s', async (path, status, code, message) => {
  const answer = await fetch(`${openApp.url}/${path}`);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({
    error: { code, message: expect.stringMatching(message), details: [] },
  });
});
