import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which limits count an address: the IPv4 address, or the /64 prefix of the IPv6 address, because
 * one household usually has a whole /64. For requests, `address` is `req.ip` of Express, which trusts only the proxies
 * in `TRUST_PROXY`; for connections, it is the address of the socket. All requests without an address have the same
 * key.
 */
export function toAddressKey(address = 'unknown'): string {
  if (!isIPv6(address)) return `ip:${address}`;
  // An IPv4 address can be written as an IPv6 address, such as `::ffff:c000:207`.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return `ip:${parsed.toString()}`;
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `ip:${prefix.join(':')}::/64`;
}
