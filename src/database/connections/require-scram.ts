import type { Client } from 'pg';

/** The only value of `require_auth` that the service supports in a database URL. */
const SCRAM = 'scram-sha-256';

/**
 * Makes a connection reject a server that requests the password in clear text or as an MD5 hash, or does not prove that
 * it knows the password. A program that listens in place of PostgreSQL then gets neither the password nor statements.
 * `require_auth=scram-sha-256` does the same in libpq. Call this function before the connection is opened.
 */
export function requireScram(client: Client): void {
  const { connection } = client;
  let hasProof = false;
  const refuse = (): void => {
    // The driver's listeners run later and send the password, which must be empty by then.
    client.password = '';
    connection.emit('error', new Error('The server does not authenticate by SCRAM, which require_auth requires'));
  };
  // After an error such as a wrong proof, the driver leaves the connection open. If the server then says that it is
  // ready, the driver sends statements.
  connection.on('error', () => connection.stream.destroy());
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  // The driver verifies the proof later, and emits an error if it is wrong.
  connection.on('authenticationSASLFinal', () => (hasProof = true));
  // A server can also say that it is ready without any authentication.
  for (const event of ['authenticationOk', 'readyForQuery']) {
    connection.on(event, () => {
      if (!hasProof) refuse();
    });
  }
}

/** Returns whether a database URL has `require_auth=scram-sha-256`. */
export function requiresScram(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('require_auth') === SCRAM;
}
