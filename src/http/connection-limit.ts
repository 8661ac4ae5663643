import type { Server } from 'node:http';
import { toAddressKey } from '../auth/limits/caller-address';

/** Express' function that says whether an address is in `TRUST_PROXY`. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * Closes connections of an address beyond a limit, so that one client cannot take all of them. Trusted proxies have no
 * limit, because their connections belong to many clients.
 */
export function limitConnectionsPerAddress(server: Server, maximum: number, isTrusted: IsTrustedProxy): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isTrusted(address, 0)) return;
    const key = toAddressKey(address);
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    if (count > maximum) socket.destroy();
  });
}
