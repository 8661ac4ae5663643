/** Checks that the service can listen on its ports, and converts errors of `listen` to messages for operators. */
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

/**
 * Listens briefly on each configured port. Throws an `OperatorError` with the setting to change if a port is in use or
 * needs a permission, or if a host is not an address of this machine. Throws other errors of `listen` unchanged.
 */
export async function requireFreePorts(config: Pick<Config, 'http' | 'metrics'>): Promise<void> {
  const servers: Server[] = [];
  try {
    // The servers stay open together, so that two settings with the same port are detected, too.
    for (const address of listenAddresses(config)) servers.push(await listenOn(address));
  } finally {
    await Promise.all(servers.map((server) => new Promise((settle) => server.close(settle))));
  }
}

/**
 * Converts an error of `listen` for the API to an `OperatorError`. Returns an error of an unknown code unchanged. Pass
 * only errors of `listen`, because other errors can have the same codes.
 */
export function toListenFailure(error: unknown, { http }: Pick<Config, 'http'>): unknown {
  return toOperatorError(error, toApiAddress(http));
}

/** Converts an error of `listen` for the metrics as `toListenFailure` does. */
export function toMetricsListenFailure(error: Error, { metrics }: Pick<Config, 'metrics'>): Error {
  return toOperatorError(error, toMetricsAddress(metrics));
}

/** Returns the addresses that the service listens on. If `METRICS_PORT` is 0, it serves no metrics. */
function listenAddresses({ http, metrics }: Pick<Config, 'http' | 'metrics'>): ListenAddress[] {
  return metrics.port === 0 ? [toApiAddress(http)] : [toApiAddress(http), toMetricsAddress(metrics)];
}

function toMetricsAddress({ host, port }: Config['metrics']): ListenAddress {
  return { host, port, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' };
}

function toApiAddress({ host, port }: Config['http']): ListenAddress {
  return { host, port, hostSetting: 'HOST', portSetting: 'PORT' };
}

function listenOn(address: ListenAddress): Promise<Server> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(toOperatorError(error, address)));
    server.listen(address.port, address.host, () => settle(server));
  });
}

function toOperatorError<E>(error: E, address: ListenAddress): E | OperatorError {
  const message = findErrorMessage(errorCode(error), address);
  return message === null ? error : new OperatorError(message, { cause: error });
}

function findErrorMessage(code: string, { host, port, hostSetting, portSetting }: ListenAddress): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: set ${portSetting} to a free port, or stop the program that uses it.`;
    case 'EACCES':
      return `This user has no permission to listen on port ${port} on ${host}: set ${portSetting} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine: set ${hostSetting} to an address of this machine, or to 0.0.0.0 for all addresses.`;
    default:
      return null;
  }
}
