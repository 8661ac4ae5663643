import * as fc from 'fast-check';
import { type FakeProvider, startFakeProvider } from '../../../test/support/demo/fake-provider';
import { movieById } from '../../../test/support/demo/fake-provider-catalog';
import { connectTo } from '../../../test/support/demo/fake-provider-client';
import { OperatorError } from '../../common/problems/operator-error';
import { toMovieFolder } from '../../catalog/scanner/naming/folders/movie-folder';
import { isHiddenOrSystemName } from '../../catalog/scanner/naming/folders/ignored-names';
import { planUnits } from '../seeding/plan-stream';
import type { ProviderMovie } from '../provider/provider-shapes';
import { apportion } from './apportionment';
import { toDemoOptions } from './demo-options';
import { planMovie } from './movie-plan';
import type { PlannedUnit } from './planned-unit';
import { QUIRK_PACKS } from './raw-demo-options';
import { toCollisionKey, toSafeName } from './safe-name';
import { draw, shuffle } from './seeded-choice';

describe('safe names', () => {
  it('are valid on all common file systems, for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 8, max: 200 }), (text, max) => {
        const name = toSafeName(text, max);
        expect(name).not.toBe('');
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|[. ]$|^[. ]/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(max + 1);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(name.normalize('NFC'));
        expect(isHiddenOrSystemName(name)).toBe(false);
      }),
    );
  });

  it.each([
    ['AC/DC: Live', 'AC - DC - Live'],
    ['..', 'Untitled'],
    ['', 'Untitled'],
    ['CON', '_CON'],
    ['com1.mkv', '_com1.mkv'],
    ['What?', 'What'],
    ['../../etc/passwd', 'etc - passwd'],
    ['Trailing. ', 'Trailing'],
    ['A\u202eB\0C', 'ABC'],
    [`${'a'.repeat(99)}q\u0301`, 'a'.repeat(99)],
  ])('convert %j to %j', (text, name) => {
    expect(toSafeName(text, 100)).toBe(name);
  });
});

describe('shares', () => {
  it('add up to the total and never shrink when the total grows', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(weights, fc.nat(200), (list, total) => {
        const [less, more] = [apportion(total, list), apportion(total + 1, list)];
        expect(less.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(less.every((share, index) => share <= (more[index] ?? 0))).toBe(true);
      }),
    );
  });
});

describe('seeded choices', () => {
  it('are the same for the same seed and key, and differ for another seed', () => {
    expect(draw('a', 'x', 1)).toBe(draw('a', 'x', 1));
    expect(draw('a', 'x', 1)).not.toBe(draw('b', 'x', 1));
  });

  it('keep all values in a shuffle', () => {
    expect(shuffle([1, 2, 3, 4, 5], 's').sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('demo options', () => {
  it.each<[string, object]>([
    ['unknown', { unknown: 1 }],
    ['seed', { seed: '' }],
    ['deviation_rate', { deviation_rate: 2 }],
    ['quirks', { quirks: ['nope'] }],
    ['language', { language: 'english!' }],
    ['libraries.0.name', { libraries: [{ library_kind: 'movies', name: '../x' }] }],
    ['libraries.0.name', { libraries: [{ library_kind: 'movies', name: 'a/b' }] }],
    ['libraries.0.name', { libraries: [{ library_kind: 'movies', name: '.hidden' }] }],
    ['libraries.0.movie_count', { libraries: [{ library_kind: 'movies', name: 'a', movie_count: 1e9 }] }],
    ['libraries.0.movie_count', { libraries: [{ library_kind: 'series', name: 'a', movie_count: 1 }] }],
    [
      'libraries.0.seasons_per_series',
      { libraries: [{ library_kind: 'movies', name: 'a', seasons_per_series: [1, 2] }] },
    ],
    [
      'libraries.0.episodes_per_season',
      { libraries: [{ library_kind: 'movies', name: 'a', episodes_per_season: [1, 2] }] },
    ],
    [
      'libraries.0.seasons_per_series',
      { libraries: [{ library_kind: 'series', name: 'a', seasons_per_series: [3, 1] }] },
    ],
    ['libraries.0.library_kind', { libraries: [{ name: 'a' }] }],
    ['libraries', { libraries: [] }],
    ['libraries', { libraries: { library_kind: 'movies', name: 'a' } }],
    ['libraries', { libraries: [[]] }],
    ['libraries', { libraries: [null] }],
    ['libraries.0.unknown', { libraries: [{ library_kind: 'movies', name: 'a', unknown: 1 }] }],
    [
      'libraries.0.seasons_per_series',
      { libraries: [{ library_kind: 'series', name: 'a', seasons_per_series: ['1', 2] }] },
    ],
    ['allow_deviations', { allow_deviations: 1 }],
    ['deviation_rate', { deviation_rate: '0.5' }],
    ['quirks', { quirks: ['nfo', 'nfo'] }],
    ['quirks', { quirks: 'nfo' }],
    ['language', { language: null }],
    [
      'distinct',
      {
        libraries: [
          { library_kind: 'movies', name: 'a' },
          { library_kind: 'series', name: 'A' },
        ],
      },
    ],
  ])('are refused with an error that names "%s" and contains no value', (member, raw) => {
    expect(() => toDemoOptions(raw, {})).toThrow(OperatorError);
    expect(() => toDemoOptions(raw, {})).toThrow(member);
    expect(() => toDemoOptions(raw, {})).not.toThrow(/1e9|1000000000|nope|english/);
  });

  it('take counts from settings, else from libraries, else from defaults; a kind without a library gets 0', () => {
    const raw = {
      libraries: [
        { library_kind: 'movies', name: 'a', movie_count: 7 },
        { library_kind: 'series', name: 'b' },
      ],
    };
    expect(toDemoOptions(raw, {})).toMatchObject({ seed: 'demo', movieCount: 7, seriesCount: 3, deviationRate: 0.15 });
    expect(toDemoOptions(raw, { movieCount: 2, seriesCount: 9 })).toMatchObject({ movieCount: 2, seriesCount: 9 });
    expect(toDemoOptions({}, {})).toMatchObject({ movieCount: 12, seriesCount: 3 });
    expect(toDemoOptions({ libraries: [{ library_kind: 'series', name: 'b' }] }, { movieCount: 5 })).toMatchObject({
      movieCount: 0,
    });
  });
});

/** A film of the provider with as few fields as possible. */
const FILM = { release_date: '1999-01-01' } as ProviderMovie;

describe('plans', () => {
  let fake: FakeProvider;

  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  beforeEach(() => void (fake.failures = []));
  afterAll(() => fake.close());

  interface PlanRequest {
    kind?: 'movies' | 'series';
    seed?: string;
    count: number;
    known?: readonly PlannedUnit[];
    raw?: object;
  }

  async function plan({
    kind = 'movies',
    seed = 'demo',
    count,
    known = [],
    raw = {},
  }: PlanRequest): Promise<PlannedUnit[]> {
    const options = toDemoOptions(
      { seed, libraries: [{ library_kind: kind, name: 'L' }], quirks: QUIRK_PACKS, deviation_rate: 0.5, ...raw },
      {},
    );
    const provider = connectTo(fake);
    const [library] = options.libraries;
    if (library === undefined) throw new Error('no library');
    const stream = planUnits(
      provider,
      { options: library, index: 0, seed: options.seed },
      options,
      { providerIds: new Set(known.map(({ providerId }) => providerId)), folders: known.map(({ folder }) => folder) },
      count - known.length,
      { budget: { remaining: 10_000 } },
    );
    const units = [...known];
    for await (const unit of stream) units.push(unit);
    return units;
  }

  it.each(['movies', 'series'] as const)('are the same for the same seed: %s', async (kind) => {
    const [first, second, otherSeed] = [
      await plan({ kind, count: 60 }),
      await plan({ kind, count: 60 }),
      await plan({ kind, count: 60, seed: 'other' }),
    ];
    expect(second).toEqual(first);
    expect(otherSeed).not.toEqual(first);
  });

  it.each(['movies', 'series'] as const)('are the same if they grow in several steps or in one: %s', async (kind) => {
    const fullPlan = await plan({ kind, count: 80 });
    const firstUnits = await plan({ kind, count: 33 });
    expect(fullPlan.slice(0, 33)).toEqual(firstUnits);
    expect(await plan({ kind, count: 80, known: firstUnits })).toEqual(fullPlan);
  });

  it.each(['movies', 'series'] as const)(
    'have names that are distinct and valid on all file systems: %s',
    async (kind) => {
      const units = await plan({ kind, count: 150 });
      expect(new Set(units.map(({ folder }) => toCollisionKey(folder))).size).toBe(150);
      expect(new Set(units.map(({ providerId }) => providerId)).size).toBe(150);
      const paths = units.flatMap(({ files }) => files.map(({ path }) => path));
      expect(new Set(paths.map(toCollisionKey)).size).toBe(paths.length);
      for (const path of paths) {
        for (const name of path.split('/')) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).not.toMatch(/[<>:"\\|?*\p{Cc}]|[. ]$/u);
        }
      }
    },
  );

  it('have names that fit file systems even if NFD makes a title three times as long', async () => {
    const names = Object.fromEntries(
      ['title', 'original_title', 'name', 'original_name'].map((key) => [key, '\uac01'.repeat(60)]),
    );
    fake.rewrite = (body, path) => (/^\/(?:movie|tv)\/\d+$/.test(path) ? { ...(body as object), ...names } : body);
    try {
      const units = [...(await plan({ count: 30 })), ...(await plan({ kind: 'series', count: 30 }))];
      const parts = units.flatMap(({ files }) => files.flatMap(({ path }) => path.split('/')));
      expect(parts.filter((name) => Buffer.byteLength(name) > 255)).toEqual([]);
    } finally {
      fake.rewrite = (body) => body;
    }
  });

  it('have names that the scanner recognizes as one film, even if the plain name is taken', () => {
    const options = toDemoOptions({ libraries: [{ library_kind: 'movies', name: 'Films' }] }, {});
    const [library] = options.libraries;
    if (library === undefined) throw new Error('The options have no library.');
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.stringMatching(/^(?:[Aa1 .-]|cd1|part 2|trailer|sample|1080p|3D|\(1999\)|\[x\]|\{y\}| - ){1,12}$/),
    );
    fc.assert(
      fc.property(title, fc.nat(), (text, id) => {
        const movie = { ...FILM, id, title: text, original_title: text };
        const plain = planMovie(movie, library, options, new Set());
        const { folder, files } = planMovie(movie, library, options, new Set([toCollisionKey(plain.folder)]));
        const videos = files.map(({ path }) => path.slice(folder.length + 1)).filter((name) => name.endsWith('.mkv'));
        const { movies, extras } = toMovieFolder(folder, videos, false);
        expect([folder === plain.folder, movies.length, extras.length]).toEqual([false, 1, 0]);
        expect(Buffer.byteLength(videos[0] ?? '')).toBeLessThanOrEqual(255);
      }),
    );
  });

  it('contain numbers of seasons and episodes within the configured ranges', async () => {
    const raw = {
      quirks: [],
      libraries: [{ library_kind: 'series', name: 'L', seasons_per_series: [2, 3], episodes_per_season: [4, 6] }],
    };
    const units = await plan({ kind: 'series', count: 30, raw });
    for (const { metadata } of units) {
      const seasons = Object.keys(metadata).filter((key) => key.startsWith('season/'));
      expect(seasons.length).toBeGreaterThanOrEqual(2);
      expect(seasons.length).toBeLessThanOrEqual(3);
      expect(seasons).not.toContain('season/0');
      for (const season of seasons) {
        const prefix = `episode/${season.slice('season/'.length)}x`;
        const episodes = Object.keys(metadata).filter((key) => key.startsWith(prefix));
        expect(episodes.length).toBeGreaterThanOrEqual(4);
        expect(episodes.length).toBeLessThanOrEqual(6);
      }
    }
  });

  it('contain no runtime for films whose runtime is null or 0 at the provider', async () => {
    const units = await plan({ count: 150, raw: { quirks: ['nfo'] } });
    for (const runtime of [null, 0]) {
      const without = units.filter(({ providerId }) => movieById(providerId).runtime === runtime);
      expect(without).not.toHaveLength(0);
      expect(JSON.stringify(without)).not.toContain('runtime>');
    }
    expect(JSON.stringify(units)).toContain('runtime>');
  });

  it('leave out titles for which the provider sends invalid answers', async () => {
    const fullPlan = await plan({ count: 23 });
    const idsOf = (units: readonly PlannedUnit[]): number[] => units.map(({ providerId }) => providerId);
    const failed = idsOf(fullPlan).filter((_, index) => [0, 7, 19].includes(index));
    fake.failures = [{ kind: 'html', path: new RegExp(`^/movie/(?:${failed.join('|')})$`) }];
    const remaining = await plan({ count: 20 });
    expect(idsOf(remaining)).toEqual(idsOf(fullPlan).filter((id) => !failed.includes(id)));
  });

  it.each(['html', 'cut-json', 'redirect', 'wrong-types'] as const)(
    'fail when every answer of the provider is %s',
    async (kind) => {
      fake.failures = [{ kind }];
      await expect(plan({ count: 5 })).rejects.toMatchObject({ name: 'ProviderError' });
    },
  );

  it('fail when the provider has too few titles', async () => {
    const original = fake;
    fake = await startFakeProvider({ perYear: 1 });
    try {
      await expect(plan({ count: 100 })).rejects.toThrow('does not have enough titles');
    } finally {
      await fake.close();
      fake = original;
    }
  });
});
