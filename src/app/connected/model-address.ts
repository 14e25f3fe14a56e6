import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../agenttools/sources/openapi/fetch/public-address.js';
import { AppError } from '../../foundation/errors.js';
import { isLoopback, parseUrl } from '../../foundation/parse-url.js';
import { withoutEnd } from '../../foundation/without-end.js';

/** Ranges that are asked only where the address itself is typed. */
const OWN_NETWORK: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

/**
 * The address of a model server as it is stored. It is https; plain http only to this machine and to addresses of its own
 * network that are typed as such. A name that resolves to one of those is refused, as for sources. A name that is moved there
 * later gets no request: it is asked over https only, and what is there has no certificate of that name. Rejects with
 * `invalid_request`.
 */
export async function checkedAddress(text: string): Promise<string> {
  const url = parseUrl(text.trim());
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refused('must be a URL that begins with https:// or http://');
  if (url.username + url.password + url.search + url.hash !== '')
    throw refused('must be an address only: no user, password, query or fragment');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isLoopback(host)) await requirePublic(host, url.protocol);
  else requireUsual(host, url.protocol);
  return withoutEnd(`${url.origin}${url.pathname}`, /\//);
}

function requireUsual(host: string, protocol: string): void {
  const range = isLoopback(host) ? 'loopback' : ipaddr.process(host).range();
  if (OWN_NETWORK.includes(range)) return;
  if (range !== 'unicast') throw refused(`names an address that is not asked (${range})`);
  if (protocol !== 'https:') throw refused('is plain http; use https');
}

async function requirePublic(host: string, protocol: string): Promise<void> {
  if (protocol !== 'https:')
    throw refused('is plain http; use https, or type the address of a machine of your network');
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw refused(`names ${host}, which does not resolve to an address`);
  });
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside !== undefined)
    throw refused(
      `names ${host}, which resolves to ${inside.address}, not a public address. Type that address if it is meant, or set it in the server's environment`,
    );
}

function refused(why: string): AppError {
  return new AppError('invalid_request', `The address ${why}.`, [
    { path: 'address', message: why },
  ]);
}
