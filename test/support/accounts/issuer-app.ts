import { randomBytes } from 'node:crypto';
import { setUp } from '../set-up';
import { type IssuerKey, type KeyServer, makeKey, startKeyServer } from './key-server';
import { createTestApp, type TestApp, type TestAppOptions } from '../app/test-app';
import { validClaims, keyToken } from './tokens';

/** An application that accepts tokens of an external issuer, and the key server of this issuer. */
export interface IssuerApp {
  readonly app: TestApp;
  readonly keys: KeyServer;
  /** Returns a valid token of the subject. The arguments override its members; `undefined` removes a member. */
  token(sub: string, claims?: Record<string, unknown>, header?: Record<string, unknown>): string;
  /** Environment variables of the application. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const KEY: IssuerKey = makeKey('key-1', 'RS256');

/** Starts an issuer and an application that accepts its tokens. */
export async function startIssuerApp(
  issuer: string,
  { env: more, ...options }: TestAppOptions = {},
): Promise<IssuerApp> {
  return setUp(async (closings) => {
    const keys = await startKeyServer([KEY]);
    closings.add(() => keys.close());
    const env = {
      AUTH_MODE: 'jwks',
      JWKS_URI: keys.url,
      JWT_ISSUER: issuer,
      JWT_SECRET: '',
      CURSOR_SECRET: randomBytes(48).toString('base64'),
      ...more,
    };
    const app = await createTestApp({ ...options, env });
    closings.add(() => app.close());
    return {
      app,
      keys,
      env,
      token: (sub, claims, header) =>
        keyToken(
          { alg: KEY.alg, typ: 'at+jwt', kid: KEY.kid, ...header },
          validClaims(app.config, { sub, ...claims }),
          KEY.privateKey,
        ),
      close: () => closings.close(),
    };
  });
}
