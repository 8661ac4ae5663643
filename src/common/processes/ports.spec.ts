import { createServer, type AddressInfo, type Server } from 'node:net';
import { loadConfig } from '../config/config';
import { requireFreePorts, toListenFailure, toMetricsListenFailure } from './ports';

let usedServer: Server;
let port: string;
beforeAll(async () => {
  usedServer = createServer();
  await new Promise<void>((settle) => usedServer.listen(0, '127.0.0.1', settle));
  port = String((usedServer.address() as AddressInfo).port);
});
afterAll(() => new Promise((settle) => usedServer.close(settle)));

const config = (env: Record<string, string>): ReturnType<typeof loadConfig> =>
  loadConfig({
    NODE_ENV: 'test',
    JWT_SECRET: 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e',
    PORT: '0',
    METRICS_PORT: '0',
    ...env,
  });

/** A port that nothing listens on. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const free = String((server.address() as AddressInfo).port);
  await new Promise((settle) => server.close(settle));
  return free;
}

describe('requireFreePorts', () => {
  it('releases the ports after each check', async () => {
    const free = config({ PORT: await freePort(), METRICS_PORT: await freePort() });
    for (let round = 0; round < 3; round += 1) await requireFreePorts(free);
  });

  it.each(['PORT', 'METRICS_PORT'])('reports the setting of a port that is in use: %s', async (name) => {
    await expect(requireFreePorts(config({ [name]: port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use: set ${name} to a free port, or stop the program that uses it.`,
    );
  });

  it('reports METRICS_PORT if PORT has the same value', async () => {
    const samePort = await freePort();
    await expect(requireFreePorts(config({ PORT: samePort, METRICS_PORT: samePort }))).rejects.toThrow(
      'set METRICS_PORT',
    );
  });

  it.each([
    ['HOST', { HOST: '192.0.2.1' }],
    ['HOST', { HOST: 'no-such-host.invalid' }],
    // A link-local address needs the name of its interface.
    ['HOST', { HOST: 'fe80::1' }],
    ['METRICS_HOST', { METRICS_HOST: '192.0.2.1', METRICS_PORT: '9464' }],
  ])('reports the setting of a host that is not an address of this machine: %s of %j', async (name, env) => {
    await expect(requireFreePorts(config(env))).rejects.toThrow(
      new RegExp(`is not an address of this machine: set ${name} to an address of this machine`),
    );
  });
});

test('errors of listen name the setting of a port in use, and other errors stay unchanged', () => {
  const failure = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  expect(toListenFailure(failure, config({ PORT: '3000' }))).toMatchObject({
    message: expect.stringMatching(/^Port 3000 on 127\.0\.0\.1 is in use: set PORT/),
  });
  expect(toMetricsListenFailure(failure, config({ METRICS_PORT: '9464' }))).toMatchObject({
    message: expect.stringMatching(/^Port 9464 on 127\.0\.0\.1 is in use: set METRICS_PORT/),
  });
  const otherError = new Error('another');
  expect(toListenFailure(otherError, config({}))).toBe(otherError);
});
