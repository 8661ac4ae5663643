import { isIPv6 } from 'node:net';

/**
 * The key of a caller without a user: the address, for IPv6 its /64, since one household has that many addresses.
 * `address` is Express' `req.ip`, which trusts only the proxies of `TRUST_PROXY`.
 */
export function toAddressKey(address: string | undefined): string {
  const [bare = ''] = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  return `ip:${isIPv6(bare) ? `${firstGroups(bare)}::/64` : bare}`;
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
