import { isIP } from 'node:net';
import { AppError } from '../errors.js';
import { parseUrl } from '../parse-url.js';
import { isPublicAddress } from './public-address.js';

/** What may be asked of addresses that users and models give. */
export interface PublicUrlRules {
  /** Ports beside which nothing is called. */
  ports: readonly number[];
  /** Says which addresses are public; tests that run a server of their own replace it. */
  isPublic(address: string): boolean;
}

/** The web's two ports, and the public internet. */
export const publicWeb: PublicUrlRules = { ports: [80, 443], isPublic: isPublicAddress };

/** More is no address that a person gives. */
const MAX_URL = 2048;

/** Names that stand for something inside, whatever a resolver says (RFC 6761, 6762, 8375, 9476). */
const INSIDE = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|alt|onion)$/;

/**
 * The URL that `text` stands for, when a stranger may have it called: http(s), a full public name or a
 * public address, a usual port, no user. Else rejects with `invalid_arguments`, saying what is wrong.
 * Where a name leads is checked again when it is called.
 */
export function publicUrl(text: string, rules: PublicUrlRules = publicWeb): URL {
  const url = text.length <= MAX_URL ? parseUrl(text) : undefined;
  if (url === undefined)
    throw refused('it is no URL that can be read, or longer than 2,048 characters');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('only http:// and https:// are called');
  }
  if (url.username + url.password !== '') throw refused('it holds a user name or password');
  const port = url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port);
  if (!rules.ports.includes(port))
    throw refused(`only the ports ${rules.ports.join(', ')} are called`);
  checkHost(url.hostname, rules);
  return url;
}

/** The parser has brought all spellings of an IPv4 address (decimal, octal, hex, short) into one. */
function checkHost(hostname: string, rules: PublicUrlRules): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) {
    if (!rules.isPublic(address)) throw refused('its address is not public');
    return;
  }
  const name = hostname.replace(/\.$/, '');
  if (INSIDE.test(name)) throw refused('its host is one of a local network');
  if (!name.includes('.')) throw refused('its host is not a full name such as www.example.com');
}

/** The refusal of an address; the reason is a clause. */
export function refused(reason: string): AppError {
  return new AppError(
    'invalid_arguments',
    `This address is not called, because ${reason}. Give a public web address, such as https://www.example.com/page.`,
    [{ path: 'url', message: reason }],
  );
}
