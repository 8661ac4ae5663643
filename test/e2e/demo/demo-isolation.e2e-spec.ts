import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { OperatorError } from '../../../src/common/problems/operator-error';
import { USERNAME_RULE } from '../../../src/common/text/username';
import { DemoModule } from '../../../src/demo/demo.module';
import { armDemoFailpoints } from '../../../src/demo/running/demo-failpoint';
import { MARKER_NAME } from '../../../src/demo/isolation/demo-marker';
import {
  type DecoyTree,
  fillDecoyDatabase,
  hashDatabase,
  hashTree,
  makeDecoyTree,
  readTree,
} from '../../support/demo/decoy';
import { eventually } from '../../support/eventually';
import { type DemoFixture, createDemoFixture } from '../../support/demo/demo-app';
import { runSql, withConnection } from '../../support/databases/sql';
import { startTestCluster } from '../../support/databases/test-cluster';
import { withDatabase } from '../../support/databases/test-server';

const LIBRARY_ID = '11111111-1111-4111-8111-111111111111';

describe('the isolation of the demo', () => {
  let fixture: DemoFixture;
  let decoy: DecoyTree;
  let before: { tree: string; database: string };

  beforeEach(async () => {
    fixture = await createDemoFixture();
    decoy = makeDecoyTree();
    await fillDecoyDatabase(fixture.main.url);
    before = { tree: decoy.hash(), database: await hashDatabase(fixture.main.url) };
  });

  afterEach(async () => {
    expect(decoy.hash()).toBe(before.tree);
    expect(await hashDatabase(fixture.main.url)).toBe(before.database);
    decoy.remove();
    await fixture.close();
  });

  const runOnMain = (statement: string): Promise<unknown[]> => runSql(fixture.main.url, statement);

  const demoDatabases = (): Promise<unknown[]> =>
    runOnMain(`SELECT FROM pg_database WHERE datname = '${fixture.databaseName}'`);

  /** Expects the start to be refused with a message that matches `words`, and nothing to be written. */
  async function expectRefusal(env: Record<string, string>, words: RegExp): Promise<void> {
    const parent = dirname(fixture.root);
    const [tree, databases] = [hashTree(parent, true), (await demoDatabases()).length];
    await expect(DemoModule.prepare(fixture.config(env))).rejects.toThrow(words);
    await expect(DemoModule.prepare(fixture.config(env))).rejects.toBeInstanceOf(OperatorError);
    expect(hashTree(parent, true)).toBe(tree);
    expect((await demoDatabases()).length).toBe(databases);
  }

  describe('refuses as its root', () => {
    it('the root of the file system', () => expectRefusal({ SERVICE_DEMO_ROOT: '/' }, /root of the file system/));

    it.each([homedir(), dirname(homedir()), '/home', '/home/somebody'])(
      'a home folder, or a folder that contains one: %s',
      (root) => expectRefusal({ SERVICE_DEMO_ROOT: root }, /SERVICE_DEMO_ROOT/),
    );

    it('a folder with other files, and does not report it as a home folder if HOME is empty', async () => {
      const env = jest.replaceProperty(process, 'env', { ...process.env, HOME: '' });
      const [folder, working] = [process.cwd(), join(dirname(fixture.root), 'working')];
      mkdirSync(working);
      writeFileSync(join(working, 'notes.txt'), 'mine');
      process.chdir(working);
      try {
        await expectRefusal({ SERVICE_DEMO_ROOT: working }, /neither empty/);
      } finally {
        process.chdir(folder);
        env.restore();
      }
    });

    it('a real library, a folder that contains one, and a folder in one', async () => {
      const roots = { LIBRARY_ROOTS: JSON.stringify({ [LIBRARY_ID]: decoy.path }) };
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: decoy.path }, /real library/);
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: dirname(decoy.path) }, /real library|home/);
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: join(decoy.path, 'new', 'demo') }, /real library/);
    });

    it('a folder in a library that was scanned earlier', async () => {
      await runOnMain(`INSERT INTO catalog_scan_roots VALUES ('${LIBRARY_ID}', '${decoy.path}')`);
      before = { ...before, database: await hashDatabase(fixture.main.url) };
      await expectRefusal({ SERVICE_DEMO_ROOT: join(decoy.path, 'demo') }, /real library/);
    });

    it('a link to a real library or an empty folder, and a path with a broken link', async () => {
      const [link, empty] = [join(dirname(fixture.root), 'link'), join(dirname(fixture.root), 'empty')];
      symlinkSync(decoy.path, link);
      await expectRefusal(
        { SERVICE_DEMO_ROOT: link, LIBRARY_ROOTS: JSON.stringify({ [LIBRARY_ID]: decoy.path }) },
        /real library/,
      );
      await expectRefusal({ SERVICE_DEMO_ROOT: link }, /symbolic link/);
      mkdirSync(empty);
      symlinkSync(empty, join(dirname(fixture.root), 'to-empty'));
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(fixture.root), 'to-empty') }, /symbolic link/);
      symlinkSync(join(empty, 'nothing'), join(dirname(fixture.root), 'broken'));
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(fixture.root), 'broken', 'demo') }, /symbolic link/);
    });

    it('a folder in the cache whose path leads out of the cache through a link', async () => {
      const cache = join(dirname(fixture.root), 'cache');
      const outside = join(dirname(fixture.root), 'outside');
      mkdirSync(cache);
      mkdirSync(outside);
      symlinkSync(outside, join(cache, 'linked'));
      await expectRefusal({ CACHE_ROOT: cache, SERVICE_DEMO_ROOT: join(cache, 'linked', 'demo') }, /out of CACHE_ROOT/);
    });

    it('any folder if the path of a library has a broken link, and names that path', async () => {
      const broken = join(dirname(fixture.root), 'broken');
      symlinkSync(join(dirname(fixture.root), 'nothing'), broken);
      const roots = { LIBRARY_ROOTS: JSON.stringify({ [LIBRARY_ID]: join(broken, 'films') }) };
      await expectRefusal(roots, /^The library root .*broken.films leads through a broken symbolic link\.$/);
    });

    it.each<[string, (parent: string) => string]>([
      ['below a file', (parent) => (writeFileSync(join(parent, 'file'), ''), join(parent, 'file', 'demo'))],
      [
        'through a link to itself',
        (parent) => (symlinkSync('loop', join(parent, 'loop')), join(parent, 'loop', 'demo')),
      ],
      ['with too long a name', (parent) => join(parent, 'x'.repeat(300), 'demo')],
    ])('a path %s', async (_, makeRoot) => {
      const root = makeRoot(dirname(fixture.root));
      await expectRefusal({ SERVICE_DEMO_ROOT: root }, /^SERVICE_DEMO_ROOT cannot be read: E[A-Z]+\.$/);
    });

    it('a folder that is not empty, or a file', async () => {
      mkdirSync(fixture.root);
      writeFileSync(join(fixture.root, 'holiday.mkv'), 'mine');
      await expectRefusal({}, /neither empty/);
      writeFileSync(join(fixture.root, MARKER_NAME), '{"purpose":"something else"}');
      await expectRefusal({}, /neither empty/);
      rmSync(fixture.root, { recursive: true });
      writeFileSync(fixture.root, 'a file');
      await expectRefusal({}, /not a folder/);
    });
  });

  describe('refuses as its database', () => {
    it('the main database, and names the setting', async () => {
      await expectRefusal({ DEMO_DATABASE_NAME: fixture.main.name }, /^DEMO_DATABASE_NAME names the main database/);
      await expectRefusal({ DEMO_DATABASE_URL: fixture.main.url }, /^DEMO_DATABASE_URL names the main database/);
    });

    it.each(['Quoted"name', 'a;drop table users', 'x'.repeat(64), 'with space'])('an invalid name: %s', (name) => {
      expect(() => fixture.config({ DEMO_DATABASE_NAME: name })).toThrow('DEMO_DATABASE_NAME');
      expect(() => fixture.config({ DEMO_DATABASE_NAME: name })).not.toThrow(name);
    });

    it('a database that it did not create, empty or not', async () => {
      await runOnMain(`CREATE DATABASE ${fixture.databaseName} TEMPLATE template0`);
      await expectRefusal({}, /did not create/);
      const client = await fixture.connect();
      await client.query('CREATE TABLE mine (a integer)');
      await client.end();
      await expectRefusal({}, /did not create/);
    });

    it('a database that belongs to another folder, or whose nonce differs from that of the folder', async () => {
      await (await fixture.start()).close();
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(fixture.root), 'other') }, /another SERVICE_DEMO_ROOT/);
      const client = await fixture.connect();
      await client.query(`UPDATE demo.marker SET nonce = repeat('0', 32)`);
      await client.end();
      await expectRefusal({}, /another SERVICE_DEMO_ROOT/);
    });

    it('a missing database of DEMO_DATABASE_URL, which it does not create', () =>
      expectRefusal({ DEMO_DATABASE_URL: withDatabase(fixture.main.url, fixture.databaseName) }, /DEMO_DATABASE_URL/));

    it('a database that no longer exists although its folder does', async () => {
      await (await fixture.start()).close();
      await runOnMain(`DROP DATABASE ${fixture.databaseName} WITH (FORCE)`);
      await expectRefusal({}, /no longer exists/);
    });
  });

  it('accepts an empty database in which another session has a temporary table', async () => {
    await runOnMain(`CREATE DATABASE ${escapeIdentifier(fixture.databaseName)}`);
    await withConnection(withDatabase(fixture.main.url, fixture.databaseName), async (connection) => {
      await connection.query('CREATE TEMPORARY TABLE notes (note text)');
      const env = { DEMO_DATABASE_URL: withDatabase(fixture.main.url, fixture.databaseName) };
      await DemoModule.prepare(fixture.config(env));
    });
  });

  it('accepts a database of another server that has the name of the main database', async () => {
    const other = await startTestCluster();
    try {
      await runSql(other.url, `CREATE DATABASE ${escapeIdentifier(fixture.main.name)} TEMPLATE template0`);
      const url = withDatabase(other.url, fixture.main.name);
      const { database } = await DemoModule.prepare(fixture.config({ DEMO_DATABASE_URL: url }));
      expect(database.url).toBe(url);
    } finally {
      await other.stop();
    }
  });

  it('creates its database with the role of DATABASE_URL, even if DATABASE_READ_URL names another role', async () => {
    const role = `${fixture.databaseName}_reader`;
    await runOnMain(`CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
    try {
      const url = Object.assign(new URL(fixture.main.url), { username: role, password: 'reader' });
      const { database } = await DemoModule.prepare(fixture.config({ DATABASE_READ_URL: url.toString() }));
      expect(database).toMatchObject({ url: withDatabase(fixture.main.url, fixture.databaseName), readUrl: undefined });
    } finally {
      await runOnMain(`DROP ROLE ${role}`);
    }
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['no key', { METADATA_API_KEY: '' }, /METADATA_API_KEY/],
    ['options that are not JSON', { SERVICE_DEMO_OPTIONS: '{secret' }, /SERVICE_DEMO_OPTIONS/],
    [
      'deeply nested options',
      { SERVICE_DEMO_OPTIONS: `${'{"a":'.repeat(50)}1${'}'.repeat(50)}` },
      /SERVICE_DEMO_OPTIONS/,
    ],
    ['too many titles', { SERVICE_DEMO_MOVIE_COUNT: '5001' }, /SERVICE_DEMO_MOVIE_COUNT/],
    ['the default password on another address than loopback', { HOST: '0.0.0.0' }, /SERVICE_DEMO_PASSWORD/],
  ])('refuses to start with %s', (_what, env, words) => {
    expect(() => fixture.config(env)).toThrow(words);
    expect(() => fixture.config(env)).not.toThrow(/secret/);
  });

  it.each<[string, string]>([
    ['a name that leads out of the root', '{"libraries":[{"library_kind":"movies","name":"../../elsewhere"}]}'],
    ['huge counts', '{"libraries":[{"library_kind":"movies","name":"a","movie_count":1000000000}]}'],
    ['unknown members', '{"surprise":1}'],
  ])('refuses options with %s', async (_what, options) => {
    await expectRefusal({ SERVICE_DEMO_OPTIONS: options }, /SERVICE_DEMO_OPTIONS/);
  });

  it('answers 409 to commands if the tree contains foreign or changed files, and names them in the status', async () => {
    const demo = await fixture.start();
    try {
      await demo.settle();
      const films = join(fixture.root, 'Demo Movies');
      const [first = '', second = ''] = readdirSync(films);
      const foreign: [path: string, change: () => void, undo: () => void][] = [
        [
          `${first}/holiday.mkv`,
          () => writeFileSync(join(films, first, 'holiday.mkv'), 'mine'),
          () => unlinkSync(join(films, first, 'holiday.mkv')),
        ],
        ['empty.mkv', () => writeFileSync(join(films, 'empty.mkv'), ''), () => unlinkSync(join(films, 'empty.mkv'))],
        ['linked', () => symlinkSync(decoy.path, join(films, 'linked')), () => unlinkSync(join(films, 'linked'))],
        [
          second,
          () => {
            renameSync(join(films, second), join(dirname(fixture.root), 'kept'));
            symlinkSync(decoy.path, join(films, second));
          },
          () => {
            unlinkSync(join(films, second));
            renameSync(join(dirname(fixture.root), 'kept'), join(films, second));
          },
        ],
        [`${first}/`, () => writeVideo(join(films, first)), () => writeVideo(join(films, first), '')],
      ];
      for (const [path, change, undo] of foreign) {
        change();
        const tree = hashTree(fixture.root, true);
        for (const command of ['reset', 'resize']) {
          const answer = await demo.send('POST', `/admin/demo/${command}`, { movie_count: 2 });
          expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'conflict']);
        }
        const status = await demo.status();
        expect(status.state).toBe('ready');
        expect(status.job).toMatchObject({
          kind: 'resize',
          phase: 'checking',
          error: expect.stringContaining(`Demo Movies/${path}`),
        });
        expect(hashTree(fixture.root, true)).toBe(tree);
        undo();
      }
      const answer = await demo.send('POST', '/admin/demo/resize', { movie_count: 2 }, { prefer: 'wait=30' });
      expect(answer.status).toBe(200);
      expect(readdirSync(films)).toHaveLength(2);
    } finally {
      await demo.close();
    }
  });

  it('names the path in its status if a file replaces a folder of the tree while a command runs', async () => {
    const options = JSON.stringify({ quirks: ['nfo'], libraries: [{ library_kind: 'movies', name: 'Films' }] });
    const demo = await fixture.start({ SERVICE_DEMO_OPTIONS: options, SERVICE_DEMO_MOVIE_COUNT: '12' });
    try {
      await demo.settle();
      const [path = ''] = readTree(fixture.root).flatMap(([name]) => (name.endsWith('.nfo') ? [dirname(name)] : []));
      armDemoFailpoints((name) => {
        if (name !== 'manifest-written') return;
        rmSync(join(fixture.root, path), { recursive: true });
        writeFileSync(join(fixture.root, path), '');
      });
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      expect((await demo.settle()).job).toMatchObject({ phase: 'writing', error: expect.stringContaining(path) });
    } finally {
      armDemoFailpoints(null);
      await demo.close();
    }
  });

  it('recovers from a crash while it creates a deleted file again', async () => {
    const options = JSON.stringify({ quirks: ['nfo'], libraries: [{ library_kind: 'movies', name: 'Films' }] });
    const env = { SERVICE_DEMO_OPTIONS: options, SERVICE_DEMO_MOVIE_COUNT: '12' };
    let demo = await fixture.start(env);
    try {
      await demo.settle();
      const tree = readTree(fixture.root);
      const [deleted = ''] = tree.map(([path]) => path).filter((path) => path.endsWith('.nfo'));
      expect(deleted).not.toBe('');
      unlinkSync(join(fixture.root, deleted));
      armDemoFailpoints((name) => {
        if (name !== 'written') return;
        // A crash leaves an empty file.
        writeFileSync(join(fixture.root, deleted), '');
        throw new Error('The process has ended.');
      });
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      armDemoFailpoints(null);
      await demo.close();
      demo = await fixture.start(env);
      await eventually(async () => (await demo.status()).state === 'ready', 30_000);
      expect(readTree(fixture.root)).toEqual(tree);
    } finally {
      armDemoFailpoints(null);
      await demo.close();
    }
  });

  it('creates deleted files of its tree again in a reset', async () => {
    const demo = await fixture.start();
    try {
      await demo.settle();
      const tree = readTree(fixture.root);
      rmSync(join(fixture.root, 'Demo Movies'), { recursive: true });
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      expect(readTree(fixture.root)).toEqual(tree);
    } finally {
      await demo.close();
    }
  });

  it('creates the same tree and catalog from the same seed, in another folder and database', async () => {
    const options = JSON.stringify({
      seed: 'twice',
      quirks: ['unicode', 'specials', 'multi_episode', 'duplicates', 'missing_metadata', 'long_overviews', 'nfo'],
      deviation_rate: 0.5,
    });
    const env = { SERVICE_DEMO_OPTIONS: options, SERVICE_DEMO_MOVIE_COUNT: '25', SERVICE_DEMO_SERIES_COUNT: '6' };
    const other = await createDemoFixture();
    const [one, two] = [await fixture.start(env), await other.start(env)];
    try {
      const [first, second] = [await one.settle(), await two.settle()];
      expect([first.state, second.state]).toEqual(['ready', 'ready']);
      const isNoMarker = ([path]: [string, string]): boolean => path !== MARKER_NAME;
      expect(readTree(fixture.root).filter(isNoMarker)).toEqual(readTree(other.root).filter(isNoMarker));
      const itemsOf = async (owner: DemoFixture): Promise<unknown[]> => {
        const client = await owner.connect();
        const { rows } = await client.query('SELECT media_id, content_hash, title FROM media_items ORDER BY media_id');
        await client.end();
        return rows;
      };
      expect(await itemsOf(fixture)).toEqual(await itemsOf(other));
    } finally {
      await one.close();
      await two.close();
      await other.close();
    }
  });

  it('refuses a login with the name or the password of earlier settings', async () => {
    const logIn = async (url: string, username: string, password: string): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ username, password });
      return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body })).status;
    };
    const statuses = async (env: Record<string, string>): Promise<number[]> => {
      const demo = await fixture.start(env);
      try {
        await demo.settle();
        return [
          await logIn(demo.url, 'demo', 'demodemo'),
          await logIn(demo.url, 'demo', 'another-password'),
          await logIn(demo.url, 'host', 'another-password'),
        ];
      } finally {
        await demo.close();
      }
    };
    const changed = { SERVICE_DEMO_PASSWORD: 'another-password' };
    expect(await statuses({})).toEqual([200, 401, 401]);
    expect(await statuses(changed)).toEqual([401, 200, 401]);
    expect(await statuses({ ...changed, SERVICE_DEMO_USERNAME: 'host' })).toEqual([401, 401, 200]);
    expect(await statuses({})).toEqual([200, 401, 401]);
  });

  it('does not start with an invalid name of its administrator, and names the setting', async () => {
    await expect(fixture.start({ SERVICE_DEMO_USERNAME: 'a b' })).rejects.toThrow(
      `SERVICE_DEMO_USERNAME ${USERNAME_RULE}.`,
    );
  });

  it('creates its folder when it is prepared, and not when its configuration is loaded', async () => {
    const config = fixture.config();
    expect(existsSync(fixture.root)).toBe(false);
    await DemoModule.prepare(config);
    expect(existsSync(fixture.root)).toBe(true);
  });
});

/** Writes a text into the video file of a folder. The demo's own video files are empty. */
function writeVideo(folder: string, text = 'filled'): void {
  const name = readdirSync(folder).find((entry) => entry.endsWith('.mkv')) ?? '';
  writeFileSync(join(folder, name), text);
}
