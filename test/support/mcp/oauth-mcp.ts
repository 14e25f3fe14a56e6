import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { Provider } from 'oidc-provider';
import { serve } from '../http-server.js';
import { serveWeb } from './http-mcp.js';

const tools: Tool[] = ['whoami', 'rename'].map((name) => {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' } };
});

/** What {@link startOAuthMcp} answers. */
export type OAuthMcp = Awaited<ReturnType<typeof startOAuthMcp>>;

/** An MCP server that asks for OAuth, whose tools answer who calls, and its authorization server. */
export async function startOAuthMcp() {
  const started = {
    /** Where the documents of clients at `https://sextant.example.com` are read. */
    documentsAt: 'https://sextant.example.com',
    /** For whom its lists of tools are, and who alone is listed `whoami`. */
    cacheScope: 'private' as 'public' | 'private',
    whoamiOnlyFor: undefined as string | undefined,
    /** A further scope that calls of `rename` need from now on. */
    needsForRename: undefined as string | undefined,
    /** Requests to the authorization server: method and path. */
    asked: [] as string[],
    /** Keys of the operator that reached the authorization server. */
    keysAtIssuer: [] as unknown[],
    /** Authorization headers that the MCP server was sent, in order. */
    tokens: [] as (string | undefined)[],
  };
  const { asked, keysAtIssuer, tokens } = started;
  const issuing = await serve((request, response) => {
    if ('x-api-key' in request.headers) keysAtIssuer.push(request.headers['x-api-key']);
    asked.push(`${request.method} ${(request.url ?? '').split('?')[0]}`);
    void provider.callback()(request, response);
  });
  const mcp = createMcpHandler(({ authInfo }) => {
    const info = { name: 'guarded', version: '1.0.0' };
    const server = new Server(info, { capabilities: { tools: {} } });
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
  const guarded = await serveWeb(async (request, { headers }) => {
    const about = { authorization_servers: [issuing.url], scopes_supported: ['mcp'] };
    if (new URL(request.url).pathname === '/about')
      return Response.json({ resource: `${guarded.url}/mcp`, ...about });
    tokens.push(headers.authorization);
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    const found = token === '' ? undefined : await provider.AccessToken.find(token);
    const known = found?.accountId;
    const refuse = (status: number, words = '') => {
      const challenge = `Bearer ${words}resource_metadata="${guarded.url}/about"`;
      return new Response('', { status, headers: { 'www-authenticate': challenge } });
    };
    if (known === undefined) return refuse(401);
    const { needsForRename: scope } = started;
    const isRename = scope !== undefined && (await request.clone().text()).includes('"rename"');
    if (isRename && !found?.scopes.has(scope))
      return refuse(403, `error="insufficient_scope", scope="${scope}", `);
    return mcp.fetch(request, { authInfo: { token: '', clientId: known, scopes: [] } });
  });
  const quiet = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const enabled = true;
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
      registration: { enabled },
      clientIdMetadataDocument: { enabled, ack: 'draft-02' },
      revocation: { enabled },
      devInteractions: { enabled },
      resourceIndicators: {
        enabled,
        getResourceServerInfo: () => ({ scope: 'mcp notes', accessTokenFormat: 'opaque' }),
        useGrantedResource: () => true,
      },
    },
  });
  quiet.mockRestore();
  const grants: string[] = [];
  provider.on('grant.success', ({ oidc }) => {
    const { AccessToken, Grant } = oidc.entities;
    if (AccessToken) given.push(AccessToken.jti);
    if (Grant) grants.push(Grant.jti);
  });
  const given: string[] = [];
  /** Makes all access tokens that it gave unknown, as if their time were over. */
  const expireTokens = async () => {
    for (const id of given.splice(0)) await (await provider.AccessToken.find(id))?.destroy();
  };
  return Object.assign(started, {
    url: `${guarded.url}/mcp`,
    issuer: issuing.url,
    expireTokens,
    /** Makes refresh tokens unknown too. */
    forgetGrants: async () => {
      await expireTokens();
      for (const id of grants.splice(0)) await (await provider.Grant.find(id))?.destroy();
    },
    /** Goes through its pages as a user does; answers the address where the user ends. */
    visit: (url: string, login: string) => visit(url, login, issuing.url),
    close: async () => {
      for (const one of [mcp, guarded, issuing]) await one.close();
    },
  });
}

const MAX_STEPS = 12;

/** Signs in and consents on the provider's own pages, with cookies as a browser has them. */
async function visit(start: string, login: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    form = undefined;
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
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
