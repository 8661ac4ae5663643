import type { Server } from 'node:http';
import { toAddressKey } from '../auth/limits/caller-address';

/** Express' function that returns whether an address is in `TRUST_PROXY`. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * Limits the open connections of each IPv4 address and of each /64 of IPv6, so that one client cannot use up the
 * connections of the server. Trusted proxies have no limit, because their connections belong to many clients.
 */
export function limitConnectionsPerAddress(server: Server, maximum: number, isTrusted: IsTrustedProxy): void {
  const openCounts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isTrusted(address, 0)) return;
    const key = toAddressKey(address);
    const count = (openCounts.get(key) ?? 0) + 1;
    openCounts.set(key, count);
    socket.once('close', () => {
      const remaining = (openCounts.get(key) ?? 1) - 1;
      if (remaining === 0) openCounts.delete(key);
      else openCounts.set(key, remaining);
    });
    if (count > maximum) socket.destroy();
  });
}
