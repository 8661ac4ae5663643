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
import { Client } from 'pg';
import { OperatorError } from '../../src/common/problems/operator-error';
import { DemoModule } from '../../src/demo/demo.module';
import { MARKER_NAME } from '../../src/demo/isolation/demo-marker';
import { type DecoyTree, fillDecoyDatabase, hashDatabase, hashTree, makeDecoyTree, readTree } from '../support/decoy';
import { type DemoPlace, makeDemoPlace } from '../support/demo-app';

const LIBRARY_ID = '11111111-1111-4111-8111-111111111111';

describe('the isolation of the demo', () => {
  let place: DemoPlace;
  let decoy: DecoyTree;
  let before: { tree: string; database: string };

  beforeEach(async () => {
    place = await makeDemoPlace();
    decoy = makeDecoyTree();
    await fillDecoyDatabase(place.main.url);
    before = { tree: decoy.hash(), database: await hashDatabase(place.main.url) };
  });

  afterEach(async () => {
    expect(decoy.hash()).toBe(before.tree);
    expect(await hashDatabase(place.main.url)).toBe(before.database);
    decoy.remove();
    await place.close();
  });

  async function runOnMain(statement: string): Promise<unknown[]> {
    const client = new Client({ connectionString: place.main.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  const demoDatabases = (): Promise<unknown[]> =>
    runOnMain(`SELECT FROM pg_database WHERE datname = '${place.databaseName}'`);

  /** The start is refused, in those words, and nothing is written. */
  async function expectRefusal(env: Record<string, string>, words: RegExp): Promise<void> {
    const around = dirname(place.root);
    const [tree, databases] = [hashTree(around, true), (await demoDatabases()).length];
    await expect(DemoModule.prepare(place.config(env))).rejects.toThrow(words);
    await expect(DemoModule.prepare(place.config(env))).rejects.toBeInstanceOf(OperatorError);
    expect(hashTree(around, true)).toBe(tree);
    expect((await demoDatabases()).length).toBe(databases);
  }

  describe('refuses as its root', () => {
    it('the root of the file system', () => expectRefusal({ SERVICE_DEMO_ROOT: '/' }, /root of the file system/));

    it.each([homedir(), dirname(homedir()), '/home', '/home/somebody'])('a home, or what holds one: %s', (root) =>
      expectRefusal({ SERVICE_DEMO_ROOT: root }, /SERVICE_DEMO_ROOT/),
    );

    it('a real library, what holds one, and what is in one', async () => {
      const roots = { LIBRARY_ROOTS: JSON.stringify({ [LIBRARY_ID]: decoy.path }) };
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: decoy.path }, /real library/);
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: dirname(decoy.path) }, /real library|home/);
      await expectRefusal({ ...roots, SERVICE_DEMO_ROOT: join(decoy.path, 'new', 'demo') }, /real library/);
    });

    it('a library that was scanned once', async () => {
      await runOnMain(`INSERT INTO catalog_scan_roots VALUES ('${LIBRARY_ID}', '${decoy.path}')`);
      before = { ...before, database: await hashDatabase(place.main.url) };
      await expectRefusal({ SERVICE_DEMO_ROOT: join(decoy.path, 'demo') }, /real library/);
    });

    it('a link to a real library, to an empty folder, and to nothing', async () => {
      const [link, empty] = [join(dirname(place.root), 'link'), join(dirname(place.root), 'empty')];
      symlinkSync(decoy.path, link);
      await expectRefusal(
        { SERVICE_DEMO_ROOT: link, LIBRARY_ROOTS: JSON.stringify({ [LIBRARY_ID]: decoy.path }) },
        /real library/,
      );
      await expectRefusal({ SERVICE_DEMO_ROOT: link }, /symbolic link/);
      mkdirSync(empty);
      symlinkSync(empty, join(dirname(place.root), 'to-empty'));
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(place.root), 'to-empty') }, /symbolic link/);
      symlinkSync(join(empty, 'nothing'), join(dirname(place.root), 'broken'));
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(place.root), 'broken', 'demo') }, /symbolic link/);
    });

    it('a folder that leads out of the cache through a link', async () => {
      const cache = join(dirname(place.root), 'cache');
      const outside = join(dirname(place.root), 'outside');
      mkdirSync(cache);
      mkdirSync(outside);
      symlinkSync(outside, join(cache, 'linked'));
      await expectRefusal({ CACHE_ROOT: cache, SERVICE_DEMO_ROOT: join(cache, 'linked', 'demo') }, /out of CACHE_ROOT/);
    });

    it('a folder that is not empty, or a file', async () => {
      mkdirSync(place.root);
      writeFileSync(join(place.root, 'holiday.mkv'), 'mine');
      await expectRefusal({}, /neither empty/);
      writeFileSync(join(place.root, MARKER_NAME), '{"purpose":"something else"}');
      await expectRefusal({}, /neither empty/);
      rmSync(place.root, { recursive: true });
      writeFileSync(place.root, 'a file');
      await expectRefusal({}, /not a folder/);
    });
  });

  describe('refuses as its database', () => {
    it('the main one', () => expectRefusal({ DEMO_DATABASE_NAME: place.main.name }, /main database/));

    it.each(['Quoted"name', 'a;drop table users', 'x'.repeat(64), '', 'with space'].filter((name) => name !== ''))(
      'a name that is none: %s',
      (name) => {
        expect(() => place.config({ DEMO_DATABASE_NAME: name })).toThrow('DEMO_DATABASE_NAME');
        expect(() => place.config({ DEMO_DATABASE_NAME: name })).not.toThrow(name);
      },
    );

    it('one that it did not make, empty or not', async () => {
      await runOnMain(`CREATE DATABASE ${place.databaseName} TEMPLATE template0`);
      await expectRefusal({}, /did not make/);
      const client = await place.connect();
      await client.query('CREATE TABLE mine (a integer)');
      await client.end();
      await expectRefusal({}, /did not make/);
    });

    it('one whose folder is another, or whose mark is another', async () => {
      await (await place.start()).close();
      await expectRefusal({ SERVICE_DEMO_ROOT: join(dirname(place.root), 'other') }, /another SERVICE_DEMO_ROOT/);
      const client = await place.connect();
      await client.query(`UPDATE demo.marker SET nonce = repeat('0', 32)`);
      await client.end();
      await expectRefusal({}, /another SERVICE_DEMO_ROOT/);
    });

    it('none at all for a folder that had one', async () => {
      await (await place.start()).close();
      await runOnMain(`DROP DATABASE ${place.databaseName} WITH (FORCE)`);
      await expectRefusal({}, /is gone/);
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['no key', { METADATA_API_KEY: '' }, /METADATA_API_KEY/],
    ['options that are no JSON', { SERVICE_DEMO_OPTIONS: '{secret' }, /SERVICE_DEMO_OPTIONS/],
    ['deep options', { SERVICE_DEMO_OPTIONS: `${'{"a":'.repeat(50)}1${'}'.repeat(50)}` }, /SERVICE_DEMO_OPTIONS/],
    ['too many titles', { SERVICE_DEMO_MOVIE_COUNT: '5001' }, /SERVICE_DEMO_MOVIE_COUNT/],
    ['the default password beyond loopback', { HOST: '0.0.0.0' }, /SERVICE_DEMO_PASSWORD/],
  ])('refuses %s', (_what, env, words) => {
    expect(() => place.config(env)).toThrow(words);
    expect(() => place.config(env)).not.toThrow(/secret/);
  });

  it.each<[string, string]>([
    ['names that lead elsewhere', '{"libraries":[{"library_kind":"movies","name":"../../elsewhere"}]}'],
    ['huge counts', '{"libraries":[{"library_kind":"movies","name":"a","movie_count":1000000000}]}'],
    ['unknown members', '{"surprise":1}'],
  ])('refuses options with %s', async (_what, options) => {
    await expectRefusal({ SERVICE_DEMO_OPTIONS: options }, /SERVICE_DEMO_OPTIONS/);
  });

  it('deletes nothing that it did not make, and says what is in its way', async () => {
    const demo = await place.start();
    try {
      await demo.settle();
      const films = join(place.root, 'Demo Movies');
      const [first = '', second = ''] = readdirSync(films);
      const foreign: [string, () => void, () => void][] = [
        [
          'holiday.mkv',
          () => writeFileSync(join(films, first, 'holiday.mkv'), 'mine'),
          () => unlinkSync(join(films, first, 'holiday.mkv')),
        ],
        ['empty.mkv', () => writeFileSync(join(films, 'empty.mkv'), ''), () => unlinkSync(join(films, 'empty.mkv'))],
        ['linked', () => symlinkSync(decoy.path, join(films, 'linked')), () => unlinkSync(join(films, 'linked'))],
        [
          'swapped',
          () => {
            renameSync(join(films, second), join(dirname(place.root), 'kept'));
            symlinkSync(decoy.path, join(films, second));
          },
          () => {
            unlinkSync(join(films, second));
            renameSync(join(dirname(place.root), 'kept'), join(films, second));
          },
        ],
        ['filled', () => fillFirst(join(films, first)), () => fillFirst(join(films, first), '')],
      ];
      for (const [what, spoil, repair] of foreign) {
        spoil();
        const tree = hashTree(place.root, true);
        for (const command of ['reset', 'resize']) {
          const answer = await demo.send('POST', `/admin/demo/${command}`, { movie_count: 2 });
          expect([what, answer.status, answer.body.code]).toEqual([what, 409, 'conflict']);
        }
        const status = await demo.status();
        expect(status.state).toBe('ready');
        expect(status.job).toMatchObject({
          kind: 'resize',
          phase: 'checking',
          error: expect.stringContaining('Demo Movies/'),
        });
        expect(hashTree(place.root, true)).toBe(tree);
        repair();
      }
      const answer = await demo.send('POST', '/admin/demo/resize', { movie_count: 2 }, { prefer: 'wait=30' });
      expect(answer.status).toBe(200);
      expect(readdirSync(films)).toHaveLength(2);
    } finally {
      await demo.close();
    }
  });

  it('makes again what somebody deleted from its tree', async () => {
    const demo = await place.start();
    try {
      await demo.settle();
      const tree = readTree(place.root);
      rmSync(join(place.root, 'Demo Movies'), { recursive: true });
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      expect(readTree(place.root)).toEqual(tree);
    } finally {
      await demo.close();
    }
  });

  it('makes the same tree from the same seed, in another place and database', async () => {
    const options = JSON.stringify({
      seed: 'twice',
      quirks: ['unicode', 'specials', 'multi_episode', 'duplicates', 'missing_metadata', 'long_overviews', 'nfo'],
      deviation_rate: 0.5,
    });
    const env = { SERVICE_DEMO_OPTIONS: options, SERVICE_DEMO_MOVIE_COUNT: '25', SERVICE_DEMO_SERIES_COUNT: '6' };
    const other = await makeDemoPlace();
    const [one, two] = [await place.start(env), await other.start(env)];
    try {
      const [first, second] = [await one.settle(), await two.settle()];
      expect([first.state, second.state]).toEqual(['ready', 'ready']);
      const own = ([path]: [string, string]): boolean => path !== MARKER_NAME;
      expect(readTree(place.root).filter(own)).toEqual(readTree(other.root).filter(own));
      const ids = async (at: DemoPlace): Promise<unknown[]> => {
        const client = await at.connect();
        const { rows } = await client.query('SELECT media_id, content_hash, title FROM media_items ORDER BY media_id');
        await client.end();
        return rows;
      };
      expect(await ids(place)).toEqual(await ids(other));
    } finally {
      await one.close();
      await two.close();
      await other.close();
    }
  });

  it('lets nobody in with a password or a name that the settings no longer have', async () => {
    const logIn = async (url: string, username: string, password: string): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ username, password });
      return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body })).status;
    };
    const statuses = async (env: Record<string, string>): Promise<number[]> => {
      const demo = await place.start(env);
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

  it('leaves nothing behind when it was never started', () => {
    expect(existsSync(place.root)).toBe(false);
  });
});

function fillFirst(folder: string, text = 'filled'): void {
  const name = readdirSync(folder).find((entry) => entry.endsWith('.mkv')) ?? '';
  writeFileSync(join(folder, name), text);
}
