import { jest } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { Provider } from 'oidc-provider';
import { serve } from '../http-server.js';
import { serveWeb } from './http-mcp.js';

/** An MCP server that asks for OAuth, and its authorization server. */
export interface OAuthMcp {
  url: string;
  issuer: string;
  /** Authorization headers that the MCP server was sent, in order. */
  tokens: (string | undefined)[];
  /** Requests to the authorization server: method and path. */
  asked: string[];
  /** Keys of the operator that reached the authorization server. */
  keysAtIssuer: unknown[];
  /** Where the documents of clients at `https://sextant.example.com` are read. */
  documentsAt: string;
  /** For whom its lists of tools are, and who alone is listed `whoami`. */
  cacheScope: 'public' | 'private';
  whoamiOnlyFor: string | undefined;
  /** A further scope that calls of `rename` need from now on. */
  needsForRename: string | undefined;
  /** Makes all access tokens that it gave unknown, as if their time were over. */
  expireTokens(): Promise<void>;
  /** Makes refresh tokens unknown too. */
  forgetGrants(): Promise<void>;
  /** Goes through its pages as a user does; answers the address where the user ends. */
  visit(authorizationUrl: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

const tools: Tool[] = ['whoami', 'rename'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' as const },
}));

/** `oidc-provider` with dynamic registration, PKCE and rotated refresh tokens; each tool answers who called it. */
export async function startOAuthMcp(): Promise<OAuthMcp> {
  const asked: string[] = [];
  const keysAtIssuer: unknown[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const issuing = await serve((request, response) => {
    if ('x-api-key' in request.headers) keysAtIssuer.push(request.headers['x-api-key']);
    asked.push(`${request.method} ${(request.url ?? '').split('?')[0]}`);
    answer(request, response);
  });
  const tokens: OAuthMcp['tokens'] = [];
  const mcp = createMcpHandler(({ authInfo }) => {
    const server = new Server(
      { name: 'guarded', version: '1.0.0' },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler('tools/list', () => {
      const { cacheScope, whoamiOnlyFor: only = authInfo?.clientId } = started;
      const listed = only === authInfo?.clientId ? tools : tools.slice(1);
      return { tools: listed, ttlMs: 0, cacheScope };
    });
    server.setRequestHandler('tools/call', ({ params: { name } }) => ({
      content: [{ type: 'text', text: JSON.stringify({ name, user: authInfo?.clientId }) }],
    }));
    return server;
  });
  let metadataUrl = '';
  const guarded = await serveWeb(async (request, { headers }) => {
    if (new URL(request.url).pathname === '/about')
      return Response.json({
        resource: `${guarded.url}/mcp`,
        authorization_servers: [issuing.url],
        scopes_supported: ['mcp'],
      });
    tokens.push(headers.authorization);
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    const found = token === '' ? undefined : await provider.AccessToken.find(token);
    const known = found?.accountId;
    if (known === undefined) {
      const challenge = `Bearer resource_metadata="${metadataUrl}"`;
      return new Response('', { status: 401, headers: { 'www-authenticate': challenge } });
    }
    const { needsForRename: scope } = started;
    const isRename = scope !== undefined && (await request.clone().text()).includes('"rename"');
    if (isRename && !found?.scopes.has(scope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadataUrl}"`;
      return new Response('', { status: 403, headers: { 'www-authenticate': challenge } });
    }
    return mcp.fetch(request, { authInfo: { token: '', clientId: known, scopes: [] } });
  });
  metadataUrl = `${guarded.url}/about`;
  const quiet = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const provider = new Provider(issuing.url, {
    scopes: ['openid', 'offline_access', 'mcp', 'notes'],
    cookies: { keys: ['test'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    pkce: { required: () => true },
    // Without its guard against addresses of this machine.
    fetch: (url) =>
      fetch((url as URL).toString().replace('https://sextant.example.com', started.documentsAt)),
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    features: {
      registration: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      revocation: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: 'mcp notes', accessTokenFormat: 'opaque' }),
        useGrantedResource: () => true,
      },
    },
  });
  quiet.mockRestore();
  const callback = provider.callback();
  answer = (request, response) => void callback(request, response);
  let grants: string[] = [];
  provider.on('grant.success', ({ oidc }) => {
    const { AccessToken, Grant } = oidc.entities;
    if (AccessToken) given.push(AccessToken.jti);
    if (Grant) grants.push(Grant.jti);
  });
  const given: string[] = [];
  const expireTokens = async () => {
    for (const id of given.splice(0)) await (await provider.AccessToken.find(id))?.destroy();
  };
  const started: OAuthMcp = {
    url: `${guarded.url}/mcp`,
    issuer: issuing.url,
    tokens,
    asked,
    keysAtIssuer,
    documentsAt: 'https://sextant.example.com',
    cacheScope: 'private',
    whoamiOnlyFor: undefined,
    needsForRename: undefined,
    expireTokens,
    forgetGrants: async () => {
      await expireTokens();
      for (const id of grants) await (await provider.Grant.find(id))?.destroy();
      grants = [];
    },
    visit: (url, login) => visit(url, login, issuing.url),
    close: async () => {
      await mcp.close();
      await guarded.close();
      await issuing.close();
    },
  };
  return started;
}

const MAX_STEPS = 12;

/** Signs in and consents on the provider's own pages, with cookies as a browser has them. */
async function visit(start: string, login: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    form = undefined;
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      if (next.origin !== issuer) return next;
      continue;
    }
    const page = await response.text();
    const prompt = page.includes('value="login"') ? 'login' : 'consent';
    if (!page.includes(`value="${prompt}"`))
      throw new Error(`an unknown page: ${page.slice(-800)}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'x' } : {}) });
  }
  throw new Error('the sign-in does not end');
}
