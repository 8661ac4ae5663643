/**
 * Returns the error code of a failed system call or query; empty if there is none. Does not use `instanceof`, because
 * errors can come from another realm.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Returns the message of an error. If it is empty, returns the code: Node.js gives no message if all addresses of a
 * host name refuse the connection.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? errorCode(error) : message;
}

/** Codes of connections that failed or could not be opened. Operations on local files never have them. */
const CONNECTION_CODES = /^E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)$/;

/**
 * Whether an error comes from the operating system, for example because the disk is full. False for errors of
 * connections.
 */
export function isLocalSystemError(error: unknown): boolean {
  const code = errorCode(error);
  const isConnect = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'connect';
  return /^E[A-Z]+$/.test(code) && !CONNECTION_CODES.test(code) && !isConnect;
}
