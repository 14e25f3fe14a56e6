import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True for an address of the public internet: not private, loopback, link-local, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}

export class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    super(`${host} resolves to ${address}, which is not a public address`);
    this.name = 'PrivateAddress';
  }
}

/**
 * A `lookup` for sockets that refuses addresses that are not public. The socket connects to exactly what was
 * checked, so a name cannot resolve to something else a moment later.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) return callback(new PrivateAddress(host, refused.address), '', 0);
    const [first] = addresses as [LookupAddress, ...LookupAddress[]];
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
