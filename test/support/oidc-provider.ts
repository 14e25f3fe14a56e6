import type { RequestListener } from 'node:http';
import { Provider, type Configuration } from 'oidc-provider';
import { serve } from './http-server.js';

/** An identity provider that runs here; everybody signs in with any password. */
export interface TestProvider {
  issuer: string;
  /** Begins to answer, for a page at `page`. */
  answerFor(page: string): void;
  close(): Promise<void>;
}

/** Listens on a free port: the server needs the issuer's address, and the provider the page's. */
export async function openProvider(audience: string, clientId: string): Promise<TestProvider> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = await serve((request, response) => answer(request, response));
  const { url: issuer } = server;
  return {
    issuer,
    answerFor: (page) => {
      const callback = new Provider(issuer, configuration(audience, clientId, page)).callback();
      answer = (request, response) => void callback(request, response);
    },
    close: () => server.close(),
  };
}

function configuration(audience: string, clientId: string, page: string): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        // A page on this machine is no web application to it: those have https addresses.
        application_type: 'native',
        redirect_uris: [page],
        post_logout_redirect_uris: [page],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    clientBasedCORS: () => true,
    scopes: ['openid', 'profile', 'offline_access'],
    claims: { profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `${id} of Lindhaven` }),
    }),
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        defaultResource: () => audience,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: 600,
      IdToken: 600,
      RefreshToken: 3600,
      Session: 3600,
      Grant: 3600,
      Interaction: 600,
    },
  };
}
