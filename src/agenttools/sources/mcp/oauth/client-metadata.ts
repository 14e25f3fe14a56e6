import { isIP } from 'node:net';
import { isLoopback } from '../../../../foundation/parse-url.js';
import { isPublicAddress } from '../../openapi/fetch/fetch-document.js';

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

/**
 * The client that is named by the address of its document; undefined where no authorization server could read
 * that: it has to be https, and neither this machine nor a private address.
 */
export function documentedClient(publicUrl: string | undefined) {
  if (publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(bare) === 0 ? isLoopback(bare) : !isPublicAddress(bare);
  if (protocol !== 'https:' || isPrivate) return undefined;
  const client_id = `${publicUrl}/${CLIENT_DOCUMENT}`;
  return { client_id, client_uri: publicUrl, ...clientMetadata(`${publicUrl}/${SIGN_IN_RETURN}`) };
}
