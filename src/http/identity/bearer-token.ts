import { unauthorized } from './identity.js';

/** RFC 6750: the scheme in any case, one token of these characters. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

const HOW = 'send the header "Authorization: Bearer <token>"';

/**
 * The token in a request's headers, given as Node's `rawHeaders` (name, value, name, value, …), where a
 * header that came twice is still seen twice. Throws `unauthorized` unless there is exactly one.
 */
export function bearerToken(rawHeaders: readonly string[]): string {
  const [header, ...more] = valuesOf('authorization', rawHeaders);
  if (header === undefined || header === '') {
    throw unauthorized(`This server serves known users only: ${HOW}.`);
  }
  // Proxies and servers pick different ones, and would take the sender for different people.
  if (more.length > 0) {
    throw unauthorized('The request has more than one Authorization header; send one.');
  }
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return token;
  throw unauthorized(`The Authorization header cannot be read: ${HOW}, and nothing else in it.`);
}

function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders
    .filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)
    .map((value) => value.trim());
}
