/** Creates certificates for tests with the `openssl` program. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of three files: the certificate of an authority, a server certificate that it signed, and the server's key. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates an authority and a server certificate in a folder. `names` is a `subjectAltName`, such as `DNS:localhost`.
 */
export function makeCertificates(folder: string, label: string, names: string): Certificates {
  const path = (name: string): string => join(folder, `${label}-${name}`);
  const openssl = (...args: string[]): unknown =>
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const authority = ['-x509', ...newKey, '-days', '2', '-subj', `/CN=${label} authority`];
  openssl('req', ...authority, '-keyout', path('ca.key'), '-out', path('ca.pem'));
  openssl('req', ...newKey, '-subj', '/CN=server', '-keyout', path('server.key'), '-out', path('server.csr'));
  writeFileSync(path('names'), `subjectAltName=${names}`);
  const signed = ['-req', '-in', path('server.csr'), '-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-days', '2'];
  openssl('x509', ...signed, '-CAcreateserial', '-extfile', path('names'), '-out', path('server.pem'));
  return { authority: path('ca.pem'), certificate: path('server.pem'), key: path('server.key') };
}
