/** Faults of the network between the servers and the database: delays, lost answers, and cut or stalled connections. */
import type { TcpProxy } from '../../support/network/tcp-proxy';
import type { FaultKind } from '../fault-kind';

/** Changes the network of both servers or of the first server, and restores it. */
function disturbProxies(
  begin: (proxy: TcpProxy) => void,
  end: (proxy: TcpProxy) => void,
  servers: 'both' | 'first' = 'both',
): FaultKind['inject'] {
  return ({ proxies }) => {
    const disturbed = servers === 'both' ? proxies : proxies.slice(0, 1);
    disturbed.forEach(begin);
    return () => disturbed.forEach(end);
  };
}

const doNothing = (): void => undefined;

/**
 * Faults of networks. `freeze` and `loseAnswers` discard data, so these kinds cut the connections at the end. A delay
 * in a name is that of a round trip: the proxy delays each direction by half of it.
 */
export const NETWORK_KINDS: readonly FaultKind[] = [
  {
    name: '200 ms of delay',
    mayBeLate: true,
    holdMs: 3_000,
    inject: disturbProxies(
      (proxy) => proxy.delay(100),
      (proxy) => proxy.delay(0),
    ),
  },
  {
    name: '200 ms of delay of one server',
    mayBeLate: true,
    holdMs: 3_000,
    inject: disturbProxies(
      (proxy) => proxy.delay(100),
      (proxy) => proxy.delay(0),
      'first',
    ),
  },
  {
    name: '1 s of delay',
    mayBeLate: true,
    holdMs: 3_000,
    inject: disturbProxies(
      (proxy) => proxy.delay(500),
      (proxy) => proxy.delay(0),
    ),
  },
  { name: 'connections cut', inject: disturbProxies((proxy) => proxy.cut(), doNothing) },
  { name: 'connections of one server cut', inject: disturbProxies((proxy) => proxy.cut(), doNothing, 'first') },
  {
    name: 'a network that discards all data',
    isQuick: true,
    unready: 'all',
    inject: disturbProxies(
      (proxy) => proxy.freeze(),
      (proxy) => {
        proxy.thaw();
        proxy.cut();
      },
    ),
  },
  {
    name: 'a network that holds all data back and then delivers it',
    mayBeLate: true,
    unready: 'all',
    inject: disturbProxies(
      (proxy) => proxy.hold(true),
      (proxy) => proxy.hold(false),
    ),
  },
  {
    name: 'a network of one server that holds all data back and then delivers it',
    mayBeLate: true,
    unready: 'first',
    inject: disturbProxies(
      (proxy) => proxy.hold(true),
      (proxy) => proxy.hold(false),
      'first',
    ),
  },
  {
    name: 'a network that loses answers',
    unready: 'all',
    inject: disturbProxies(
      (proxy) => proxy.loseAnswers(true),
      (proxy) => {
        proxy.loseAnswers(false);
        proxy.cut();
      },
    ),
  },
  {
    name: 'connections cut within answers',
    inject: disturbProxies(
      (proxy) => {
        proxy.cutAfter(600 + Math.floor(Math.random() * 3_000));
        proxy.cut();
      },
      (proxy) => {
        proxy.cutAfter(Infinity);
        proxy.cut();
      },
    ),
  },
  {
    name: 'connections ended as soon as they are ready',
    unready: 'all',
    inject: disturbProxies(
      (proxy) => {
        proxy.endWhenReady(true);
        proxy.cut();
      },
      (proxy) => proxy.endWhenReady(false),
    ),
  },
];
