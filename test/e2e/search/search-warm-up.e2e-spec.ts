import { Controller, Get, Module, Param } from '@nestjs/common';
import { serve } from '../../../src/app.serve';
import { CandidatesService } from '../../../src/candidates/candidates.service';
import { SearchWarmUp } from '../../../src/candidates/search-warm-up';
import * as users from '../../../src/cli/accounts/users.command';
import { loadConfig } from '../../../src/common/config/config';
import { Lifecycle } from '../../../src/common/processes/lifecycle';
import { ReadPool } from '../../../src/database/read-pool';
import { FastExpressAdapter } from '../../../src/http/fast-express.adapter';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie } from '../../support/catalog/catalog';
import { runCommand } from '../../support/app/command';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

/** A route with `run_id` in its path and no ownership rule. The service refuses to start with it. */
@Controller('unruled')
class UnruledController {
  @Get(':run_id')
  get(@Param('run_id') _: string): void {}
}

@Module({ controllers: [UnruledController] })
class UnruledModule {}

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { WARM_UP_MS: '60000' } });
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    movie('Films', 'Nosferatu', { people: [{ name: 'Max Schreck', role: 'actor' }], overview: 'A count travels.' }),
    // The warm-up misspells a title by leaving out the fourth code unit, here the first of a surrogate pair.
    movie('Films', 'abc\u{1F600}', {}),
    // A title without a fourth code unit.
    movie('Films', '!', {}),
    movie('Films', 'Lost reel', { available: false }),
  ]);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

/** Runs a warm-up. Returns the number of its reads: one of the list of items, and one for each search. */
async function countReadsOfWarmUp({ app: started }: TestApp): Promise<number> {
  const { statistics } = started.get(ReadPool);
  const before = statistics.acquired;
  await started.get(SearchWarmUp).run();
  return statistics.acquired - before;
}

describe('the warm-up before the service answers', () => {
  it('searches for each title, misspelled title, person and overview of available items', async () => {
    // One for the list of items, four for "Nosferatu", two for the next item and one for "!".
    expect(await countReadsOfWarmUp(app)).toBe(1 + 4 + 2 + 1);
  });

  it('searches among all kinds and among the kind of the item in turn', async () => {
    const searches = jest.spyOn(app.app.get(CandidatesService), 'searchCandidates');
    await app.app.get(SearchWarmUp).run();
    expect(searches.mock.calls.map(([, { query, media_kinds }]) => [query, media_kinds])).toEqual(
      expect.arrayContaining([
        ['Nosferatu', undefined],
        ['Noseratu', ['movie']],
        ['Max Schreck', undefined],
        ['A count travels.', ['movie']],
      ]),
    );
  });

  it('runs after all modules are initialised and before the server listens', async () => {
    const config = loadConfig({
      NODE_ENV: 'test',
      DATABASE_URL: app.database.url,
      JWT_SECRET: app.config.auth.jwtSecret,
      PORT: '0',
      METRICS_PORT: '0',
      DERIVATION_THREADS: '0',
    });
    const warmUp = jest.spyOn(SearchWarmUp.prototype, 'run');
    const listen = jest.spyOn(FastExpressAdapter.prototype, 'listen');
    // This start fails when some modules are not initialised yet.
    const unruled = serve(config, { modules: [UnruledModule], logger: watchedLogger() });
    await expect(unruled).rejects.toThrow("must have @OwnedResource('run') if its path contains run_id");
    expect(warmUp).not.toHaveBeenCalled();
    const service = await serve(config, { logger: watchedLogger() });
    expect(warmUp).toHaveBeenCalledTimes(1);
    expect(warmUp.mock.invocationCallOrder[0]).toBeLessThan(listen.mock.invocationCallOrder[0] ?? 0);
    await service.stop();
  });

  it('does not run in a command', async () => {
    const searches = jest.spyOn(CandidatesService.prototype, 'searchCandidates');
    const environment = process.env;
    process.env = { ...environment, DATABASE_URL: app.database.url, WARM_UP_MS: '60000', DERIVATION_THREADS: '0' };
    try {
      await runCommand([users], ['users', 'list']);
      expect(searches).not.toHaveBeenCalled();
    } finally {
      process.env = environment;
    }
  });

  it('makes no search after a stop has begun', async () => {
    const stopping = await createTestApp({ peerOf: app, env: { WARM_UP_MS: '60000' } });
    stopping.app.get(Lifecycle).beginStop();
    expect(await countReadsOfWarmUp(stopping)).toBe(1);
    await stopping.close();
  });

  it('does nothing if it is disabled', async () => {
    const off = await createTestApp({ peerOf: app });
    expect(await countReadsOfWarmUp(off)).toBe(0);
    await off.close();
  });

  it('does not prevent the start if the database does not answer', async () => {
    let proxy: TcpProxy | undefined;
    const warmUp = jest.spyOn(SearchWarmUp.prototype, 'onApplicationBootstrap');
    // The rest of the start needs the database, so the proxy closes only when the warm-up begins.
    warmUp.mockImplementation(async function (this: SearchWarmUp) {
      await proxy?.close();
      await this.run();
    });
    const cutOff = await createTestApp({
      peerOf: app,
      env: { WARM_UP_MS: '60000' },
      databaseUrl: async (database) => (proxy = await createTcpProxy(database.url)).url,
    });
    try {
      expect(warmUp).toHaveBeenCalledTimes(1);
    } finally {
      await cutOff.close();
    }
  });
});
