import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { AppError, messageOf } from '../errors.js';
import { parseUrl } from '../parse-url.js';
import { publicUrl, publicWeb, refused, type PublicUrlRules } from './public-url.js';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** How URLs of strangers are fetched. */
export interface PublicFetchOptions {
  rules?: PublicUrlRules;
  resolve?: Resolve;
  /** Ends redirects, headers and body together; ms. */
  timeoutMs?: number;
  /** What is read of the body at most. */
  maxBytes?: number;
}

/** What a stranger's URL gave. */
export interface PublicAnswer {
  /** Where the redirects led. */
  url: string;
  status: number;
  contentType: string;
  body: Uint8Array;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;

/** Fetches what users and models name, and nothing inside the network that the server stands in. */
export interface PublicFetch {
  /**
   * Gets one URL, following at most five redirects, each checked like the first. Sends no token, cookie
   * or referrer. Rejects with `invalid_arguments` for an address that is not called, `tool_failed` when
   * it does not answer in time or in size, `cancelled` when `signal` fires.
   */
  get(url: string, signal: AbortSignal): Promise<PublicAnswer>;
  /** Closes what connections are left. */
  close(): Promise<void>;
}

/**
 * Makes a {@link PublicFetch}. The addresses of a name are checked by the lookup of the connection itself,
 * so the address that was checked is the one that is called: a second answer of the resolver (DNS
 * rebinding) has no say.
 */
export function createPublicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const { rules = publicWeb, resolve = resolveName } = options;
  const lookup = checkedLookup(rules, resolve);
  const agent = new Agent({ connect: { lookup, timeout: CONNECT_MS }, maxHeaderSize: 32 * 1024 });
  return {
    get: async (text, signal) => {
      const url = publicUrl(text, rules);
      const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
      const ended = AbortSignal.any([signal, limit]);
      try {
        const { response, at } = await follow(url, rules, agent, ended);
        const body = await readBody(response, options.maxBytes ?? MAX_BYTES);
        const contentType = response.headers.get('content-type') ?? '';
        return { url: at.href, status: response.status, contentType, body };
      } catch (error) {
        throw callError(error, signal, limit);
      }
    },
    close: () => agent.destroy(),
  };
}

async function follow(url: URL, rules: PublicUrlRules, agent: Agent, signal: AbortSignal) {
  let at = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await fetch(at, {
      dispatcher: agent,
      redirect: 'manual',
      signal,
      headers: { accept: '*/*', 'user-agent': 'Sextant' },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      return { response, at };
    }
    await response.body?.cancel();
    const next = parseUrl(location, at);
    if (next === undefined) throw refused('it redirects to something that is no URL');
    at = publicUrl(next.href, rules);
  }
  throw refused(`it redirects more than ${MAX_REDIRECTS} times`);
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw failed(`answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A lookup that fails when any address of the name is not public: one bad one is a trap, not a choice. */
function checkedLookup(rules: PublicUrlRules, resolve: Resolve): LookupFunction {
  const check = async (hostname: string) => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw refused('its host has no address');
    if (!addresses.every((address) => rules.isPublic(address))) {
      throw refused('its host leads to an address that is not public');
    }
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (hostname, options, done) => {
    check(hostname).then(
      (found) => {
        const [first = { address: '', family: 0 }] = found;
        if (options.all === true) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error as Error, []),
    );
  };
}

async function resolveName(hostname: string): Promise<string[]> {
  const found = await systemLookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function callError(error: unknown, signal: AbortSignal, limit: AbortSignal): AppError {
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error;
  if (error instanceof AppError) return error;
  if (cause instanceof AppError) return cause;
  if (signal.aborted) return new AppError('cancelled', 'The call was cancelled.');
  if (limit.aborted) return failed('did not answer in time');
  return failed(`cannot be reached: ${messageOf(cause)}`);
}

function failed(what: string): AppError {
  return new AppError('tool_failed', `The page ${what}. Try another one, or do without it.`);
}
