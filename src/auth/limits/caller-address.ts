import { isIPv6 } from 'node:net';

/**
 * Returns the rate limit key of a caller who is not authenticated: the IPv4 address, or the /64 prefix of the IPv6
 * address, because one household usually has a whole /64. `address` is `req.ip` of Express, which trusts only the
 * proxies in `TRUST_PROXY`. All requests without an address have the same key.
 */
export function toAddressKey(address: string | undefined): string {
  const [bare = ''] = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  return `ip:${isIPv6(bare) ? `${firstFourGroups(bare)}::/64` : bare}`;
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
