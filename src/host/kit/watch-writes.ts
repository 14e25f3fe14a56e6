import type { ReadClient } from '../../agenttools/sources/clients.js';
import { AppError } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';

/** A read client that also notes each write it refuses: a tool may swallow the refusal. */
export function notingRefusals(read: ReadClient, refused: string[]): ReadClient {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'write_refused') refused.push(error.message);
      throw error;
    }
  };
  return Object.freeze({
    access: 'read' as const,
    get: <T>(...given: Parameters<ReadClient['get']>) => noted(read.get<T>(...given)),
    send: <T>(...given: Parameters<ReadClient['send']>) => noted(read.send<T>(...given)),
    exchange: (...given: Parameters<ReadClient['exchange']>) => noted(read.exchange(...given)),
  });
}

/**
 * Stops and notes writes that a plugin sends by `fetch` itself while `work` runs. Requests to `own` pass: they were
 * made by clients. So do reads: GET, HEAD, and a GraphQL query.
 */
export async function withoutOwnWrites<T>(
  own: readonly string[],
  stopped: string[],
  work: () => Promise<T>,
): Promise<T> {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { method, url } =
      input instanceof Request ? input : { method: 'GET', url: String(input) };
    const { origin, pathname } = new URL(url);
    const used = init?.method?.toUpperCase() ?? method;
    if (own.includes(origin) || onlyReads(used, init?.body)) return original(input, init);
    stopped.push(`${used} ${origin}${pathname}`);
    throw new AppError('write_refused', 'The conformance kit stops writes that are sent by fetch.');
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

function onlyReads(method: string, body: unknown): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return true;
  const sent: unknown = typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : {};
  const query: unknown = isObject(sent) ? sent['query'] : undefined;
  return typeof query === 'string' && !query.includes('mutation');
}
