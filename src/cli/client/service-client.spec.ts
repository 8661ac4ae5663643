import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error';
import { ServiceClient } from './service-client';
import { readDemoAccount } from './demo-account';
import { readLogin, removeLogin, storeLogin } from './stored-login';

/** Runs work with the address of an HTTP server that is not the service. */
async function withServer<Result>(listener: RequestListener, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('ServiceClient', () => {
  it.each<[string, RequestListener, string]>([
    [
      'an answer that is not JSON',
      (_, response) => response.end('<html>'),
      'it is not an intelligence read-model service',
    ],
    ['the answer null', (_, response) => response.end('null'), 'it is not an intelligence read-model service'],
    ['a list as the answer', (_, response) => response.end('[]'), 'it is not an intelligence read-model service'],
    ...['3', '"no"', '[]', 'null'].map((body): [string, RequestListener, string] => [
      `a refusal with the body ${body}`,
      (_, response) => response.writeHead(404).end(body),
      'it is not an intelligence read-model service',
    ]),
    [
      'a problem whose title and detail are not texts',
      (_, response) => response.writeHead(400).end('{"title":3,"detail":{}}'),
      '400: The request failed.',
    ],
    [
      'a refusal that is not a problem',
      (_, response) => response.writeHead(404).end('no'),
      'it is not an intelligence read-model service',
    ],
    [
      'a problem whose list of errors also contains null and a number',
      (_, response) => response.writeHead(400).end('{"title":"Bad","errors":[null,3,{"field":"a","message":"is b"}]}'),
      '400: Bad; a is b.',
    ],
    [
      'a problem with a sentence as its detail',
      (_, response) => response.writeHead(409).end('{"title":"Conflict","detail":"The run has ended."}'),
      '409: Conflict; The run has ended.',
    ],
    ['an answer of 17 MiB', (_, response) => response.end(Buffer.alloc(17 * 1_048_576, ' ')), 'larger than 16 MiB'],
    [
      'an answer that ends early',
      (_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('{');
        setImmediate(() => response.destroy());
      },
      'not complete',
    ],
  ])('reports %s as a CliError', async (_, listener, message) => {
    await withServer(listener, async (url) => {
      const client = await ServiceClient.connect({ url, token: 'token' });
      const failure = await client.post('intelligence/facets', {}).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(CliError);
      expect((failure as CliError).message).toContain(message);
      expect((failure as CliError).message).not.toContain('..');
    });
  });

  it.each<[string, RequestListener]>([
    ['answer', () => undefined],
    ['rest of an answer', (_, response) => response.writeHead(200, { 'content-length': 10 }).write('{')],
  ])('says that the %s took too long', async (_, listener) => {
    const short = AbortSignal.timeout(300);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(short);
    try {
      await withServer(listener, async (url) => {
        const client = await ServiceClient.connect({ url, token: 'token' });
        const message = `The answer of ${url} took longer than 30 s: try again later.`;
        await expect(client.post('intelligence/facets', {})).rejects.toThrow(message);
      });
    } finally {
      timeout.mockRestore();
    }
  });

  it.each(['two words', 'line\n', 'töken', '\u200btoken'])(
    'refuses the token %j and does not repeat it',
    async (token) => {
      const failure = await ServiceClient.connect({ token }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(CliError);
      expect((failure as CliError).message).toContain('check --token or INTELLIGENCE_TOKEN');
      expect((failure as CliError).message).not.toContain(token);
    },
  );

  it.each(['http://ada@127.0.0.1:3000', 'http://ada:swordfish@127.0.0.1', 'http://:swordfish@127.0.0.1'])(
    'refuses the address %s, which contains a user or a password',
    async (url) => {
      const refusal = '--url must contain no user and no password.';
      await expect(ServiceClient.connect({ url, token: 'token' })).rejects.toThrow(refusal);
    },
  );

  it.each([
    ' http://127.0.0.1',
    'http://127.0.0.1/ ',
    'http://127.0.0.1/a b',
    'http://127.0.0.1/?a=b',
    'http://127.0.0.1#a',
  ])('refuses the address %j, which contains a blank, a query or a fragment', async (url) => {
    const refusal = '--url must contain no blank, no query and no fragment.';
    await expect(ServiceClient.connect({ url, token: 'token' })).rejects.toThrow(refusal);
  });

  it.each(['localhost:3000', 'ftp://127.0.0.1', '127.0.0.1'])('refuses the address %s', async (url) => {
    await expect(ServiceClient.connect({ url, token: 'token' })).rejects.toThrow('--url must be an address');
  });
});

describe('the account of the demo', () => {
  it('has the default password in a login if the setting is empty', async () => {
    let body = '';
    process.env.SERVICE_DEMO_USERNAME = '';
    process.env.SERVICE_DEMO_PASSWORD = '';
    try {
      await withServer(
        (request, response) => {
          request.on('data', (chunk: Buffer) => (body += chunk.toString()));
          request.on('end', () => response.end('{}'));
        },
        (url) => ServiceClient.connect({ url, demo: true }),
      );
    } finally {
      delete process.env.SERVICE_DEMO_USERNAME;
      delete process.env.SERVICE_DEMO_PASSWORD;
    }
    expect(JSON.parse(body)).toEqual({ username: 'demo', password: 'demodemo' });
  });

  it('has the defaults, even if the settings are empty', () => {
    const account = { username: 'demo', password: 'demodemo' };
    const folder = join(tmpdir(), 'none');
    expect(readDemoAccount(folder, {})).toEqual(account);
    expect(readDemoAccount(folder, { SERVICE_DEMO_USERNAME: '', SERVICE_DEMO_PASSWORD: '' })).toEqual(account);
  });

  it('can be in a file `.env`, whose other settings have no effect', () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-account-'));
    try {
      writeFileSync(
        join(folder, '.env'),
        'SERVICE_DEMO_USERNAME=bob\nSERVICE_DEMO_PASSWORD=swordfish\nINTELLIGENCE_TOKEN=x\n',
      );
      const env = { SERVICE_DEMO_USERNAME: 'ada' };
      expect(readDemoAccount(folder, env)).toEqual({ username: 'ada', password: 'swordfish' });
      expect(env).toEqual({ SERVICE_DEMO_USERNAME: 'ada' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('can have its password in a file, and ignores the other settings of the service', () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-account-'));
    try {
      const path = join(folder, 'password');
      writeFileSync(path, 'swordfish\n');
      const env = {
        SERVICE_DEMO_USERNAME: 'ada',
        SERVICE_DEMO_PASSWORD_FILE: path,
        PORT: 'x',
        JWT_SECRET_FILE: 'none',
      };
      expect(readDemoAccount(folder, env)).toEqual({ username: 'ada', password: 'swordfish' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the stored login', () => {
  const login = { url: 'http://127.0.0.1:3000', refreshToken: 'token' };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'login-'));
    process.env.INTELLIGENCE_CONFIG_HOME = folder;
  });
  afterEach(() => {
    delete process.env.INTELLIGENCE_CONFIG_HOME;
    rmSync(folder, { recursive: true });
  });

  it('is read as it was stored, and any other content of its file is refused', () => {
    expect(readLogin()).toBeNull();
    storeLogin(login);
    expect(readLogin()).toEqual(login);
    for (const text of ['null', '3', '{}', '[]', '{']) {
      writeFileSync(join(folder, 'login.json'), text);
      expect(readLogin).toThrow('contains no login: run login again.');
    }
  });

  it('causes an error of one line if it cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    process.env.INTELLIGENCE_CONFIG_HOME = join(folder, 'file', 'config');
    expect(() => storeLogin(login)).toThrow(
      expect.objectContaining({
        name: 'CliError',
        message: `${join(folder, 'file', 'config', 'login.json')} cannot be written (ENOTDIR): set INTELLIGENCE_CONFIG_HOME to a folder of yours.`,
      }),
    );
  });

  it('cannot replace or remove a folder that has the name of its file, and leaves no temporary file', () => {
    const path = join(folder, 'login.json');
    mkdirSync(path);
    expect(() => storeLogin(login)).toThrow(`${path} cannot be written (EISDIR): `);
    // The code depends on the operating system.
    expect(removeLogin).toThrow(`${path} cannot be removed (E`);
    expect(readdirSync(folder)).toEqual(['login.json']);
  });
});
