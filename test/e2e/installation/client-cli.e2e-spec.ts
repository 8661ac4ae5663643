import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as commands from '../../../src/cli/client/client.commands';
import type { IntelligencePage } from '../../../src/common/dto/page.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const TITLES = ['Lighthouse Keeper', 'Lighthouse Storm', 'Quiet Harbour'];

const environment = process.env;
const { stdin, stdout } = process;
let app: TestApp;
let user: TestUser;
let home: string;
let movieId: string;

beforeAll(async () => {
  app = await createTestApp();
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    library('Other films'),
    ...TITLES.map((title, index) => movie('Films', title, { genres: [index === 2 ? 'Drama' : 'Comedy'] })),
  ]);
  user = await createUser(app, { role: 'admin' });
  const { body } = await client(app)
    .as(user)
    .post<{ candidates: { media: { media_id: string } }[] }>('/intelligence/candidates:search', { query: 'harbour' });
  movieId = body.candidates[0]?.media.media_id ?? '';
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'client-cli-'));
  process.env = { ...environment, INTELLIGENCE_CONFIG_HOME: home };
});
afterEach(() => {
  process.env = environment;
  Object.defineProperty(process, 'stdin', { value: stdin });
  rmSync(home, { recursive: true });
});
afterAll(() => app.close());

const ask = (...args: string[]): Promise<string> => runCommand([commands], ['--url', app.url, ...args]);
const askAs = (...args: string[]): Promise<string> => ask('--token', user.token, ...args);

describe('the client', () => {
  it('searches, lists and shows items', async () => {
    expect(await askAs('search', 'lighthouse', 'keeper')).toMatch(
      /^TITLE +YEAR +KIND +ID\nLighthouse Keeper .* movie:/,
    );
    const listed = (await askAs('browse', '--sort', 'title', '--limit', '2')).split('\n');
    expect(listed.slice(1, 3).map((line) => line.split('  ')[0])).toEqual(TITLES.slice(0, 2));
    expect(listed[3]).toMatch(/^There may be more\./);
    const [, ...dramas] = (await askAs('browse', '--genre', 'Drama', '--kind', 'movie')).split('\n');
    expect(dramas).toEqual([expect.stringMatching(/^Quiet Harbour /)]);
    expect(await askAs('search', 'lighthouse', '--genre', 'Drama')).toBe('Nothing found.');
    const counted = (await askAs('search', 'lighthouse', '--limit', '1', '--facets', 'genre', 'media_kind')).split(
      '\n',
    );
    expect(counted.slice(-4)).toEqual([
      '2 matches',
      expect.stringMatching(/^FACET +VALUE +MATCHES$/),
      expect.stringMatching(/^Genre +Comedy +2$/),
      expect.stringMatching(/^Kind +Movies +2$/),
    ]);
    expect(await askAs('show', movieId)).toContain('Quiet Harbour');
    expect(await askAs('related', movieId)).toMatch(/^Related to Quiet Harbour:\n/);
    expect(await askAs('libraries')).toMatch(/^LIBRARY .*\nFilms +movies +3 /);
    expect(await askAs('artifacts')).toBe('Nothing found.');
  });

  it('shows the next page of every list', async () => {
    const run = randomUUID();
    const api = client(app).as(user);
    await api.put(`/intelligence/runs/${run}`, { purpose: 'other' }, { expect: 201 });
    for (const sequence of [1, 2]) {
      await api.put(
        `/intelligence/runs/${run}/tool-calls/${sequence}`,
        { kind: 'search', name: `call ${sequence}` },
        { expect: 201 },
      );
      const artifact = { kind: 'summary', scope: 'user', title: `Note ${sequence}`, content: {} };
      await api.put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 201 });
    }
    for (const [command, names] of [
      [['libraries'], ['Films', 'Other films']],
      [['browse', '--sort', 'title'], TITLES],
      [['search', 'lighthouse'], TITLES.slice(0, 2)],
      [['related', movieId], TITLES.slice(0, 2)],
      [['artifacts'], ['Note 2', 'Note 1']],
      [
        ['audit', run],
        ['call 1', 'call 2'],
      ],
    ] as const) {
      const first = await askAs(...command, '--limit', '1');
      expect(first).toMatch(/\nThere may be more\. Use --limit .* or --cursor /);
      const { page } = JSON.parse(await askAs('--json', ...command, '--limit', '1')) as { page: IntelligencePage };
      const second = await askAs(...command, '--limit', '1', '--cursor', page.next_cursor ?? '');
      const shown = [first, second].flatMap((text) => names.filter((name) => text.includes(name)));
      expect([command, shown.toSorted()]).toEqual([command, names.slice(0, 2).toSorted()]);
    }
  });

  it('prints JSON as the service sends it', async () => {
    const api = client(app).as(user);
    const found = await api.post('/intelligence/candidates:search', { query: 'harbour' }, { expect: 200 });
    expect(found.body['candidates']).toHaveLength(1);
    expect(JSON.parse(await askAs('--json', 'search', 'harbour'))).toEqual(found.body);
    const shown = await api.post(`/intelligence/items/${movieId}/context`, {}, { expect: 200 });
    expect(JSON.parse(await askAs('--json', 'show', movieId))).toEqual(shown.body);
  });

  it('shortens the titles in a table so that its lines fit into a terminal of 70 columns', async () => {
    Object.defineProperty(stdout, 'columns', { value: 70, configurable: true });
    try {
      const lines = (await askAs('search', 'lighthouse')).split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(70);
      expect(lines.join('')).toContain('…');
    } finally {
      Object.defineProperty(stdout, 'columns', { value: undefined, configurable: true });
    }
  });

  it('stores a login that only its owner can read, uses it for later commands, and deletes it at logout', async () => {
    Object.defineProperty(process, 'stdin', { value: Readable.from([`${user.password}\n`]), configurable: true });
    const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await ask('login', '--username', user.username);
    expect(consoleError).toHaveBeenCalledWith(`Logged in to ${app.url} as ${user.username}.`);
    consoleError.mockRestore();
    const [name = ''] = readdirSync(home);
    expect((statSync(join(home, name)).mode & 0o777).toString(8)).toBe('600');
    for (const _ of [1, 2]) expect(await ask('search', 'storm')).toContain('Lighthouse Storm');
    await ask('logout');
    await expect(ask('search', 'storm')).rejects.toThrow('There is no login for this service');
  });

  it('reads the account of the demo from a file `.env` in its working directory', async () => {
    const account = `SERVICE_DEMO_USERNAME=${user.username}\nSERVICE_DEMO_PASSWORD='${user.password}'\n`;
    writeFileSync(join(home, '.env'), account);
    const directory = jest.spyOn(process, 'cwd').mockReturnValue(home);
    try {
      expect(await ask('--demo', 'search', 'storm')).toContain('Lighthouse Storm');
    } finally {
      directory.mockRestore();
    }
  });

  it('without --demo, does not read a file `.env` in its working directory', async () => {
    writeFileSync(join(home, '.env'), 'INTELLIGENCE_TOKEN=wrong\nan invalid line\n');
    const directory = jest.spyOn(process, 'cwd').mockReturnValue(home);
    try {
      await ask('logout');
      expect(await askAs('search', 'storm')).toContain('Lighthouse Storm');
      await expect(ask('search', 'storm')).rejects.toThrow('There is no login for this service');
    } finally {
      directory.mockRestore();
    }
  });

  it('fails with a message that says what was wrong', async () => {
    await expect(ask('--token', 'wrong', 'libraries')).rejects.toThrow(/^401: .*Run login again/);
    await expect(askAs('show', 'movie:nothing')).rejects.toThrow(/^400: Invalid media id\.$/);
    for (const limit of ['0', '1e2', '10001']) {
      await expect(askAs('search', 'x', '--limit', limit)).rejects.toThrow('It must be an integer from 1 to 10000.');
    }
    await expect(runCommand([commands], ['--url', 'http://127.0.0.1:1', '--token', 't', 'libraries'])).rejects.toThrow(
      'No service answers at http://127.0.0.1:1',
    );
  });
});
