import { createServer } from 'node:http';
import { describeKey, type IssuerKey } from './key-server';
import { listenOnLoopback } from '../network/loopback-server';

/** An external issuer with a discovery document and a key set, on loopback. */
export interface OidcServer {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** Keys of the key set. Tests may change them. */
  keys: IssuerKey[];
  /** Members that override members of the discovery document; `undefined` removes a member. */
  document: Readonly<Record<string, unknown>>;
  /** Paths of the requests so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

const DISCOVERY = '/.well-known/openid-configuration';

/**
 * Starts an issuer. `path` is the path of its URL, such as `/realms/media`. If `path` ends with a slash, the `iss` of
 * tokens does, too.
 */
export async function startOidcServer(path: string, keys: IssuerKey[]): Promise<OidcServer> {
  const base = path.replace(/\/$/, '');
  const http = createServer(({ url = '' }, response) => {
    server.requests.push(url);
    const answer = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url === `${base}${DISCOVERY}`)
      answer({ issuer: server.issuer, jwks_uri: `${origin}${base}/keys`, ...server.document });
    else if (url === `${base}/keys`) answer({ keys: server.keys.map(describeKey) });
    else response.writeHead(404).end();
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(http)}`;
  const server: OidcServer = {
    issuer: `${origin}${path}`,
    keys,
    document: {},
    requests: [],
    close: () => {
      http.closeAllConnections();
      return new Promise((settle) => http.close(() => settle()));
    },
  };
  return server;
}
