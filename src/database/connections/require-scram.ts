import type { Client } from 'pg';

/** The value of `require_auth` in a database URL that the service supports. */
export const SCRAM = 'scram-sha-256';

/**
 * Makes a connection refuse a server that asks for the password in clear or as an MD5 hash, or that does not prove that
 * it knows the password, as `require_auth=scram-sha-256` does in libpq. Another program on the server's port then gets
 * neither the password nor statements. Call it before the connection is opened.
 */
export function requireScram(client: Client): void {
  const { connection } = client;
  let hasProof = false;
  const refuse = (): void => {
    // The driver's own listeners run later and send this.
    client.password = '';
    connection.emit('error', new Error('The server does not authenticate by SCRAM, which require_auth demands'));
    connection.stream.destroy();
  };
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  // The driver verifies the proof, and closes the connection if it is wrong.
  connection.on('authenticationSASLFinal', () => (hasProof = true));
  connection.on('authenticationOk', () => {
    if (!hasProof) refuse();
  });
}

/** Whether a database URL has `require_auth=scram-sha-256`. */
export function requiresScram(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('require_auth') === SCRAM;
}
