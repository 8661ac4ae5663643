/** The ports that the service listens on: whether they are free, and what to say when one is not. */
import { createServer, type Server } from 'node:net';
import type { Config } from '../config/config';
import { errorCode } from '../problems/error-code';
import { OperatorError } from '../problems/operator-error';

/** An address to listen on, and the settings that it comes from. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: 'HOST' | 'METRICS_HOST';
  readonly portSetting: 'PORT' | 'METRICS_PORT';
}

/** Throws an `OperatorError` when the service could not listen on a configured port. Listens there for a moment. */
export async function requireFreePorts(config: Pick<Config, 'http' | 'metrics'>): Promise<void> {
  const held: Server[] = [];
  try {
    // All at once, so that two that are the same are found, too.
    for (const address of listenAddresses(config)) held.push(await hold(address));
  } finally {
    await Promise.all(held.map((server) => new Promise((settle) => server.close(settle))));
  }
}

/** The `OperatorError` for a failure to listen on the port of the API; any other error as it is. */
export function toListenFailure(error: unknown, { http }: Pick<Config, 'http'>): unknown {
  return describe(error, toApiAddress(http));
}

/** Metrics that are switched off need no port. */
function listenAddresses({ http, metrics }: Pick<Config, 'http' | 'metrics'>): ListenAddress[] {
  const { host, port } = metrics;
  const ofMetrics: ListenAddress = { host, port, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' };
  return port === 0 ? [toApiAddress(http)] : [toApiAddress(http), ofMetrics];
}

function toApiAddress({ host, port }: Config['http']): ListenAddress {
  return { host, port, hostSetting: 'HOST', portSetting: 'PORT' };
}

function hold(address: ListenAddress): Promise<Server> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(describe(error, address)));
    server.listen(address.port, address.host, () => settle(server));
  });
}

function describe<E>(error: E, address: ListenAddress): E | OperatorError {
  const text = findText(errorCode(error), address);
  return text === null ? error : new OperatorError(text, { cause: error });
}

function findText(code: string, { host, port, hostSetting, portSetting }: ListenAddress): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: end that program, or set ${portSetting} to a free port.`;
    case 'EACCES':
      return `This user may not listen on port ${port} on ${host}: set ${portSetting} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: set ${hostSetting} to one that is, or to 0.0.0.0 for all of them.`;
    default:
      return null;
  }
}
