import type { LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { type AppError, platformError } from '../../../../foundation/errors.js';
import { exchangeHttp } from '../../../../foundation/outbound/exchange-http.js';
import { isLoopback } from '../../../../foundation/parse-url.js';
import { isPrivateHost, publicLookup } from '../../openapi/fetch/fetch-document.js';

export interface SignInHosts {
  server: URL;
  /** Further hosts that the operator has named, as `host` or `host:port`; they may be private. */
  hosts: readonly string[];
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** For addresses that a server names: https at public ones, or the operator's hosts. Rejects with `platform_error`. */
export function guardedFetch(
  hosts: SignInHosts,
  resolveName: LookupFunction = publicLookup,
): FetchLike {
  return async (address, init) => {
    const request = new Request(address, init);
    const url = new URL(request.url);
    const isNamed = checkAddress(url, hosts);
    const sent = {
      url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      body: (await request.text()) || undefined,
      lookup: isNamed ? undefined : resolveName,
    };
    const answer = await exchangeHttp(sent, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    const { status, headers, body } = answer;
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), {
      status,
      headers,
    });
  };
}

/** Throws `platform_error` for an address that is not asked; answers whether the operator has named its host. */
export function checkAddress(url: URL, { server, hosts }: SignInHosts): boolean {
  const isNamed = url.host === server.host || hosts.includes(url.host);
  const isLocal = isLoopback(url.hostname) && isLoopback(server.hostname);
  if (url.username + url.password !== '') throw refused(url, 'it holds a user or password');
  const isSafe =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && (isLocal || url.host === server.host));
  if (!isSafe) throw refused(url, 'it is not https');
  if (isNamed || isLocal) return true;
  if (isPrivateHost(url.hostname))
    throw refused(url, 'it is not a public address; if it is meant, name it in oauth.hosts');
  return false;
}

function refused(url: URL, why: string): AppError {
  return platformError(`The server's sign-in leads to ${url.origin}, which is not asked: ${why}.`);
}

/** Where authorization servers send the user back to, and where they read what this client is. */
export const SIGN_IN_RETURN = 'v1/agent/sign-in/return';
export const CLIENT_DOCUMENT = 'oauth/client-metadata.json';

/** What authorization servers are told of this program, which keeps no secret: by registration or by its document. */
export function clientMetadata(redirectUrl: string) {
  return {
    client_name: 'Sextant',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** Undefined where no authorization server could read it: it has to be https and public. */
export function documentedClient(publicUrl: string | undefined) {
  if (publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' || isPrivateHost(hostname)) return undefined;
  const client_id = `${publicUrl}/${CLIENT_DOCUMENT}`;
  return { client_id, client_uri: publicUrl, ...clientMetadata(`${publicUrl}/${SIGN_IN_RETURN}`) };
}
