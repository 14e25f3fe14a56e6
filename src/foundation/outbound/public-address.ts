import ipaddr from 'ipaddr.js';

/** All IPv6 that is routed in public (RFC 4291, IANA): whatever lies outside has a purpose of its own. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public internet. False for private, loopback, link-local (with it the
 * metadata services of clouds), carrier-grade NAT, multicast, reserved and documentation addresses, for
 * IPv6 that holds an IPv4 address (mapped, NAT64, 6to4, Teredo), and for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  // Only the one plain spelling: `0x7f.1` is the URL parser's to read, and a zone names a local link.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  if (address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
}
