import { createServer, type Server } from 'node:http';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IssuerKeys } from '../../../src/auth/tokens/issuer-keys';
import { Problem } from '../../../src/common/problems/problem';
import { listenOnLoopback } from '../network/loopback-server';

/** A key pair of the issuer. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Members that extend or replace those of the key's entry in the key set; `undefined` removes a member. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** An issuer's key set, served over HTTP. */
export interface KeyServer {
  readonly url: string;
  /** Keys of the key set. Tests may change them. */
  keys: IssuerKey[];
  /** Response that the server sends instead of the key set, or null. */
  fault: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | null;
  /** Number of requests so far. */
  requests: number;
  close(): Promise<void>;
}

/** Creates a key pair. `bits` is the length of an RSA key. */
export function makeKey(kid: string, alg: IssuerKey['alg'], bits = 2048): IssuerKey {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, alg, ...pair };
}

/** Starts a server with the key set of an issuer, on a free loopback port. */
export async function startKeyServer(keys: IssuerKey[]): Promise<KeyServer> {
  const http: Server = createServer((_, response) => {
    server.requests += 1;
    const { fault } = server;
    if (fault !== null) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const set = { keys: server.keys.map(describeKey) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(set));
  });
  const server: KeyServer = {
    url: `http://127.0.0.1:${await listenOnLoopback(http)}/keys`,
    keys,
    fault: null,
    requests: 0,
    close: () => {
      http.closeAllConnections();
      return new Promise((settle) => http.close(() => settle()));
    },
  };
  return server;
}

/** Returns the entry of a key in a key set. */
export function describeKey({ kid, alg, publicKey, shown }: IssuerKey): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, ...shown };
}

/** Looks up a key. Returns `found`, the code of a refusal, or the status of a problem. */
export async function lookUpKey(
  keys: IssuerKeys,
  { kid, alg }: Pick<IssuerKey, 'kid' | 'alg'>,
): Promise<string | number> {
  try {
    const key = await keys.findKey(kid, alg);
    return typeof key === 'string' ? key : 'found';
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}
