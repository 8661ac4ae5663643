import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { CursorCodec } from '../../../src/common/paging/cursor';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { loadCatalog, nameOf, search } from './candidates-fixture';

let app: TestApp;
let admin: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  viewer = await createUser(app, { libraryIds: [uuidOf('Films'), uuidOf('Shows')] });
  await loadCatalog(app, admin);
  await importCatalog(app, admin, [
    library('Rows'),
    movie('Rows', 'Coded Film', { external_ids: { shop: 'a17', imdb: 'tt0000017' } }),
    ...Array.from({ length: 130 }, (_, index) =>
      movie('Rows', `Numbered row ${index}`, { year: 1900 + (index % 100), overview: 'One of a long row of films.' }),
    ),
  ]);
  await refreshLexicon(app);
});
afterAll(() => app.close());

async function searchNames(
  query: string,
  more: Partial<SearchCandidatesRequest> = {},
  user = admin,
): Promise<string[]> {
  return (
    await search(app, user, query, { pagination: { limit: 50 }, caps: { candidate_limit: 50 }, ...more })
  ).candidates.map(nameOf);
}

describe('filters', () => {
  it.each<[string, Partial<SearchCandidatesRequest>, string[]]>([
    ['a first year', { filters: { year: { gte: 2000 } } }, ['Hotel']],
    ['a last year', { filters: { year: { lte: 1966 } } }, ['Hotel Paradiso']],
    ['a range of years', { filters: { year: { gte: 1967, lte: 1968 } } }, ['Hotel', 'The Twin Peaks Hotel']],
    ['one year', { filters: { year: { gte: 1968, lte: 1968 } } }, ['The Twin Peaks Hotel']],
    ['media kinds', { media_kinds: ['series'] }, []],
    ['the same media kind twice', { media_kinds: ['movie', 'movie'], filters: { year: { gte: 2000 } } }, ['Hotel']],
    ['a library', { library_ids: [uuidOf('Shows')] }, []],
    [
      'a library in capitals',
      { library_ids: [uuidOf('Films').toUpperCase()], filters: { year: { gte: 2000 } } },
      ['Hotel'],
    ],
    ['an unknown library', { library_ids: [uuidOf('nowhere')] }, []],
  ])('limit a search for "hotel" by %s', async (_, more, expected) => {
    expect((await searchNames('hotel', more)).sort()).toEqual([...expected].sort());
  });

  it.each<[string, Partial<SearchCandidatesRequest>, string[]]>([
    [
      'genres any',
      { filters: { genres: { any: ['WESTERN', 'Animation'] } } },
      ['Silver Mine', 'La mina de plata', 'Golden Harvest'],
    ],
    ['genres all', { filters: { genres: { all: ['western', 'comedy'] } } }, ['Golden Harvest']],
    ['genres none', { filters: { genres: { none: ['comedy'] } } }, ['Silver Mine', 'La mina de plata']],
    ['languages', { filters: { languages: ['es'] } }, ['La mina de plata']],
    ['content ratings', { filters: { content_ratings: ['pg-13'] } }, ['Golden Harvest']],
    ['countries', { filters: { countries: ['MEXICO', 'Italy'] } }, ['La mina de plata', 'Golden Harvest']],
    [
      'several filters together',
      { filters: { countries: ['Italy'], genres: { any: ['western'] }, year: { gte: 1951 } } },
      [],
    ],
  ])('limit a search for "western" by %s', async (_, more, expected) => {
    expect((await searchNames('western', more)).sort()).toEqual([...expected].sort());
  });

  it('match whole names of people', async () => {
    expect(await searchNames('crowd', { filters: { people: ['Extra Number 119'] } })).toEqual(['Crowd Scene']);
    expect(await searchNames('crowd', { filters: { people: ['Dora Quillfeather'] } })).toEqual(['Crowd Scene']);
    expect(await searchNames('drama', { filters: { people: ['ADA BRANDT'] } })).toHaveLength(2);
    expect(await searchNames('drama', { filters: { people: ['Brandt'] } })).toEqual([]);
  });

  it('use only the watch states of the caller', async () => {
    const other = await createUser(app);
    const mediaId = mediaIdOf('movie', 'Stone Garden');
    await client(app)
      .as(viewer)
      .put(`/watch-states/${mediaId}`, { position_seconds: 100, duration_seconds: 1000 }, { expect: 200 });
    const states = (watch_states: ('unwatched' | 'in_progress' | 'completed')[]) => ({ filters: { watch_states } });
    expect(await searchNames('stone garden', states(['in_progress']), viewer)).toEqual(['Stone Garden']);
    expect(await searchNames('stone garden', states(['completed']), viewer)).toEqual([]);
    expect(await searchNames('stone garden', states(['unwatched']), viewer)).not.toContain('Stone Garden');
    expect(await searchNames('stone garden', states(['unwatched', 'in_progress']), viewer)).toContain('Stone Garden');
    expect(await searchNames('stone garden', states(['unwatched']), other)).toContain('Stone Garden');
    expect(await searchNames('stone garden', states(['in_progress']), other)).toEqual([]);
  });

  it('limit matches to the requested fields', async () => {
    expect(await searchNames('brandt', { search_in: ['title'] })).toEqual([]);
    expect(await searchNames('brandt', { search_in: ['people'] })).toHaveLength(2);
    expect(await searchNames('western', { search_in: ['genres'] })).toHaveLength(3);
    expect(await searchNames('clown', { search_in: ['overview'] })).toEqual(['It']);
    expect(await searchNames('clown', { search_in: ['people', 'genres'] })).toEqual([]);
    const { candidates } = await search(app, admin, 'otto vance', { search_in: ['people', 'overview'] });
    expect(candidates[0]?.matched).toEqual([{ field: 'people', tier: 'all_terms' }]);
  });
});

describe('a search', () => {
  it('shows nothing of hidden libraries, not even in suggestions', async () => {
    expect(await searchNames('xylophone conspiracy', {}, admin)).toEqual(['Xylophone Conspiracy']);
    const answer = await search(app, viewer, 'xylophone conspiracy');
    expect(answer).toMatchObject({ candidates: [], did_you_mean: null });
    expect(await search(app, viewer, 'xylophnoe')).toMatchObject({ candidates: [], did_you_mean: null });
    expect((await search(app, admin, 'xylophnoe')).did_you_mean).toBe('xylophone');
    expect(await searchNames('xylophone', { library_ids: [uuidOf('Hidden')] }, viewer)).toEqual([]);
  });

  it('gives the same answer whatever hidden libraries contain', async () => {
    const queries = [
      'superfog',
      'stone gardne',
      'zoe krav',
      'spider mantis ret',
      'zyxwvut',
      's07e09',
      'harbour s07e09',
    ];
    const readAnswers = async (): Promise<unknown[]> => {
      await refreshLexicon(app);
      const results: unknown[] = [];
      for (const query of queries) {
        const { candidates, did_you_mean } = await search(app, viewer, query);
        results.push([query, candidates.map(nameOf), candidates.map(({ matched }) => matched), did_you_mean]);
      }
      return results;
    };
    const before = await readAnswers();
    await importCatalog(app, admin, [
      library('Hidden shows', 'series'),
      ...['Superfog', 'Gardne', 'Krav', 'Kravat', 'Retreat', 'Retreat 2', 'Zyxwvut', 'Zyxwvu'].map((title) =>
        movie('Hidden', title),
      ),
      series('Hidden shows', 'Zyxwvutz'),
      season('Zyxwvutz', 7),
      episode('Zyxwvutz', 7, 9),
    ]);
    expect(await readAnswers()).toEqual(before);
    expect(before[0]).toEqual(['superfog', ['Superfrog'], expect.anything(), 'superfrog']);
    expect((await search(app, admin, 'superfog')).candidates.map(nameOf)[0]).toBe('Superfog');
  });

  it.each<[string, Partial<SearchCandidatesRequest>, string[]]>([
    ['Shop:A17', {}, ['id Shop:A17']],
    ['imdb:tt0000017', {}, ['id imdb:tt0000017']],
    ['tt0000099', {}, ['id tt0000099']],
    ['shop:a18', {}, []],
    ['Shop:A17', { media_kinds: ['series'] }, []],
    ['Mission:Impossible', {}, []],
    ['drama:1930s', {}, ['genre drama', 'years 1930-1939']],
  ])(
    'treats only ids of IMDb and of searched items as ids: "%s" with %j is understood as %j',
    async (query, more, parts) => {
      const { candidates, understood } = await search(app, admin, query, more);
      expect(understood.map(({ kind, value }) => `${kind} ${value}`)).toEqual(parts);
      expect(candidates.map(nameOf).includes('Coded Film')).toBe(parts.length > 0 && /17$/.test(query));
    },
  );

  it('leaves out items that are not available', async () => {
    expect(await searchNames('vanished reel')).toEqual([]);
  });
});

describe('a candidate', () => {
  it('has evidence with the matching words from the matching field', async () => {
    const { candidates } = await search(app, admin, 'zeppelin mill', { caps: { summary_max_chars: 120 } });
    const [first] = candidates;
    expect(first?.media.title).toBe('Valley of the Mill');
    const overview = first?.grounding.find(({ field }) => field === 'overview');
    expect(overview).toMatchObject({
      source: 'search_index',
      media_id: first?.media.media_id,
      label: 'Valley of the Mill',
    });
    expect(overview?.evidence?.text).toMatch(/zeppelin lands beside the mill/);
    expect(overview?.evidence).toMatchObject({ truncated: true, max_chars: 120 });
    expect([...(overview?.evidence?.text ?? '')].length).toBeLessThanOrEqual(120);
    expect(first?.summary.text).not.toContain('zeppelin');
  });

  it('names the limit of its evidence, which is below the limit of summaries', async () => {
    const { candidates } = await search(app, admin, 'zeppelin mill');
    const [first] = candidates;
    expect(first?.summary.max_chars).toBe(400);
    const evidence = first?.grounding.find(({ field }) => field === 'overview')?.evidence;
    expect(evidence).toMatchObject({ truncated: true, max_chars: 240 });
    expect([...(evidence?.text ?? '')].length).toBeLessThanOrEqual(240);
  });

  it.each<[string, SearchCandidatesResponse['candidates'][number]['matched'][number]]>([
    ['the lighthouse keeper', { field: 'title', tier: 'exact_title' }],
    ['stone garden 1961', { field: 'title', tier: 'exact_title' }],
    ['spirited away', { field: 'title', tier: 'exact_title' }],
    ['the lighthouse', { field: 'title', tier: 'title_prefix' }],
    ['nebr', { field: 'title', tier: 'title_prefix' }],
    ['lighthouse kee', { field: 'title', tier: 'title_prefix' }],
    ['lighthousekeeper', { field: 'title', tier: 'title_prefix' }],
    ['keeper lighthouse', { field: 'title', tier: 'all_terms' }],
    ['matriarch reloaded twice', { field: 'title', tier: 'most_terms' }],
    ['cartogrpaher', { field: 'title', tier: 'fuzzy' }],
    ['zoe kravchenko', { field: 'people', tier: 'all_terms' }],
    ['prospecting', { field: 'genres', tier: 'all_terms' }],
    ['mapmaker archipelago parrot', { field: 'overview', tier: 'all_terms' }],
  ])('for "%s" has the match %j', async (query, expected) => {
    const { candidates } = await search(app, admin, query);
    expect(candidates[0]?.matched[0]).toEqual(expected);
    expect(candidates[0]?.grounding[0]?.field).toBe(expected.field);
    expect(candidates[0]?.match_reason).not.toBe('');
  });

  it.each([
    ['1961', 'year', '1961', 'all_terms'],
    ['s01e03', 'episode_number', 'S1E3', 'all_terms'],
    ['season 2', 'season_number', 'Season 2', 'all_terms'],
    ['1961 quxqux', 'year', '1961', 'most_terms'],
  ])('for "%s", which no text contains, is grounded in the field %s', async (query, field, text, tier) => {
    const { candidates } = await search(app, admin, query, { caps: { candidate_limit: 50 } });
    const groundedInField = candidates.filter(({ grounding }) => grounding[0]?.field === field);
    expect(groundedInField.length).toBeGreaterThan(0);
    for (const { matched, grounding, match_reason } of groundedInField) {
      // The search field `title` includes the year and the numbers of the season and the episode.
      expect(matched[0]).toEqual({ field: 'title', tier });
      expect(grounding[0]?.evidence?.text).toBe(text);
      expect(match_reason).toContain(`"${text}" in the `);
    }
  });

  it('names the words of its title that form one word of the query', async () => {
    const { candidates } = await search(app, admin, 'spidermantis returns');
    const reasons = new Map(candidates.map((candidate) => [nameOf(candidate), candidate.match_reason]));
    expect(reasons.get('The Amazing Spider Mantis Returns')).toBe('Found "Spider", "Mantis", "Returns" in the title.');
  });

  it('is grounded in its series if the matching genre is inherited from it', async () => {
    const { candidates } = await search(app, admin, 'family', { search_in: ['genres'], media_kinds: ['episode'] });
    const fosterlings = { media_id: mediaIdOf('series', 'The Fosterlings'), label: 'The Fosterlings' };
    expect(candidates.length).toBeGreaterThan(0);
    for (const { grounding } of candidates) expect(grounding).toMatchObject([{ field: 'genres', ...fosterlings }]);
  });

  it.each(['fosterlings specials', 'specials of the fosterlings', 'specials', 'the fosterlings season 0'])(
    'that is season 0 without a title comes first for "%s"',
    async (query) => {
      const { candidates } = await search(app, admin, query);
      expect(candidates.map(nameOf)[0]).toBe('The Fosterlings / Specials');
      expect(candidates[0]?.matched[0]).toMatchObject({ field: 'title' });
    },
  );

  it('that is an episode is found by a word of the title or the genres of its series', async () => {
    await importCatalog(app, admin, [
      library('Frights', 'series'),
      series('Frights', 'Horror House', { genres: ['Horror'] }),
      season('Horror House', 1),
      episode('Horror House', 1, 1, { title: 'The Cellar' }),
    ]);
    for (const search_in of [['genres'], ['title']] as const) {
      const inFrights = { library_ids: [uuidOf('Frights')], media_kinds: ['episode' as const] };
      const found = await searchNames('horror', { ...inFrights, search_in: [...search_in] });
      expect({ search_in, found }).toEqual({ search_in, found: ['Horror House / The Cellar'] });
    }
  });

  it('has the tier all_terms for an episode code only if the candidate is the episode with that code', async () => {
    const { candidates } = await search(app, admin, 'the fosterlings s01e03');
    const tiers = new Map(candidates.map((candidate) => [nameOf(candidate), candidate.matched[0]?.tier]));
    expect(tiers.get('The Fosterlings / Episode 3')).toBe('all_terms');
    expect(tiers.get('The Fosterlings')).toBe('most_terms');
    expect(tiers.get('The Fosterlings / Pilot')).toBe('most_terms');
  });

  it('has a score above 0 and up to 1, and not above the score of the previous candidate', async () => {
    const scores = (await search(app, admin, 'the', { caps: { candidate_limit: 50 } })).candidates.map(
      ({ score }) => score,
    );
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('has no artifact ids if include_artifacts is false', async () => {
    const { candidates } = await search(app, admin, 'stone garden', { include_artifacts: false });
    expect(candidates[0]).toMatchObject({ artifact_ids: [], media: { artifact_ids: [] } });
  });

  it('needs no round trip of its own: a page of 50 candidates needs as many as a page of one', async () => {
    const pool = app.app.get(ReadPool);
    const count = async (limit: number): Promise<number> => {
      const before = pool.statistics.roundTrips;
      const { candidates } = await search(app, admin, 'numbered row', {
        pagination: { limit },
        caps: { candidate_limit: limit },
      });
      expect(candidates).toHaveLength(limit);
      return pool.statistics.roundTrips - before;
    };
    // This search is not counted, because it may fill caches.
    await count(1);
    expect(await count(1)).toBe(await count(50));
    expect(await count(50)).toBeLessThanOrEqual(4);
  });
});

describe('did_you_mean', () => {
  it.each<[string, string | null]>([
    ['nebaska skies', 'nebraska skies'],
    ['Cartogrpaher', 'Cartographer'],
    ['the matriarch relaoded', 'the matriarch reloaded'],
    ['ada brandr', 'ada brandt'],
    ['Quilfeather', 'Quillfeather'],
    ['Captain Nimbos', 'Captain Nimbus'],
    ['Nebaska, the nebaska skies', 'Nebraska, the nebraska skies'],
    ['nebraska skies', null],
    ['quxqux', null],
    ['it', null],
    ['matriarch reloa', 'matriarch reloaded'],
    ['pursuit copp', 'pursuit copper'],
  ])('for "%s" is %s', async (query, expected) => {
    expect((await search(app, admin, query)).did_you_mean).toBe(expected);
  });

  it('does not replace words that are not counted yet but are in visible documents', async () => {
    /** Returns the suggestions for the administrator and for the viewer, who does not see the library "Hidden". */
    const suggestionsFor = async (query: string): Promise<(string | null)[]> =>
      Promise.all([admin, viewer].map(async (user) => (await search(app, user, query)).did_you_mean));
    // "cartogrephir" differs from "cartographer" in two letters: the service finds such corrections in another table.
    // A word that only overviews contain, such as "nebraskan", is replaced unless at least four documents contain it.
    const queries = ['cartographir', 'cartogrephir', 'nebraskan'];
    const before = await Promise.all(queries.map(suggestionsFor));
    expect(before).toEqual([
      ['cartographer', 'cartographer'],
      ['cartographer', 'cartographer'],
      ['nebraska', 'nebraska'],
    ]);
    await importCatalog(app, admin, [
      movie('Hidden', 'The Cartographir'),
      movie('Hidden', 'The Cartogrephir'),
      ...[1, 2, 3, 4].map((index) => movie('Hidden', `Plain ${index}`, { overview: 'Two nebraskan farmers.' })),
    ]);
    expect(await Promise.all(queries.map(suggestionsFor))).toEqual([
      [null, 'cartographer'],
      [null, 'cartographer'],
      [null, 'nebraska'],
    ]);
    await importCatalog(app, admin, [
      movie('Films', 'My Cartographir'),
      movie('Films', 'My Cartogrephir'),
      ...[5, 6, 7, 8].map((index) => movie('Films', `Plain ${index}`, { overview: 'Two nebraskan farmers.' })),
    ]);
    expect(await Promise.all(queries.map(suggestionsFor))).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('does not replace a query that has matches', async () => {
    const { candidates, did_you_mean } = await search(app, admin, 'hers');
    expect(candidates.map(nameOf)).toContain('Hers and His');
    expect(did_you_mean).toBeNull();
  });
});

describe('pages', () => {
  async function walk(query: string, limit: number, between: (page: number) => Promise<unknown>): Promise<string[]> {
    const mediaIds: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 100; page += 1) {
      const answer = await search(app, admin, query, {
        pagination: { limit, cursor },
        caps: { candidate_limit: 50 },
        library_ids: [uuidOf('Rows')],
      });
      mediaIds.push(...answer.candidates.map(({ media }) => media.media_id));
      if (answer.page.next_cursor === null) return mediaIds;
      expect(answer.page).toMatchObject({ limit, returned: limit, has_more: true });
      cursor = answer.page.next_cursor;
      await between(page);
    }
    throw new Error('the walk does not end');
  }

  it('contain each match once', async () => {
    const mediaIds = await walk('numbered row', 7, () => Promise.resolve());
    expect(mediaIds).toHaveLength(130);
    expect(new Set(mediaIds).size).toBe(130);
  });

  it('contain each remaining match once while rows are added and removed and words are counted', async () => {
    const present = await walk('long row films', 50, () => Promise.resolve());
    const mediaIds = await walk('long row films', 20, async (page) => {
      const title = (ofPage: number): string => `Numbered row new ${ofPage}`;
      await importCatalog(app, admin, [
        movie('Rows', title(page), { overview: 'One of a long row of films.', popularity: page }),
        ...(page === 0 ? [] : [{ type: 'delete', media_id: mediaIdOf('movie', title(page - 1)) }]),
      ]);
      await refreshLexicon(app);
    });
    expect(new Set(mediaIds).size).toBe(mediaIds.length);
    expect(present.filter((id) => !mediaIds.includes(id))).toEqual([]);
  });

  it('contain no match twice, and exact matches among the first six even if many titles are similar', async () => {
    // Titles with "Marzipan" are similar to the query "marzipon", and two overviews contain exactly this word.
    const title = (index: number): string => `Marzipan ${index}`;
    await importCatalog(app, admin, [
      ...Array.from({ length: 40 }, (_, index) => movie('Rows', title(index), { popularity: index })),
      ...['One', 'Two'].map((name) => movie('Rows', `Cake ${name}`, { overview: 'With a marzipon on top.' })),
    ]);
    await refreshLexicon(app);
    const mediaIds = await walk('marzipon', 3, async (page) => {
      await importCatalog(app, admin, [
        { type: 'delete', media_id: mediaIdOf('movie', title(39 - page)) },
        movie('Rows', `Marzipan new ${page}`, { popularity: 900 }),
      ]);
    });
    const exactIds = ['One', 'Two'].map((name) => mediaIdOf('movie', `Cake ${name}`));
    expect(mediaIds.slice(0, 6)).toEqual(expect.arrayContaining(exactIds));
    expect(new Set(mediaIds).size).toBe(mediaIds.length);
  });

  it('are refused for a cursor of a release with another sort key', async () => {
    // The first release sealed these four values as the sort key of the last candidate.
    const cursors = app.app.get(CursorCodec);
    const { userId } = admin;
    const cursor = cursors.encode({ userId, route: 'candidates:search', filters: { query: 'numbered row' } }, [
      0.5,
      '',
      '',
      0,
    ]);
    const body = { query: 'numbered row', pagination: { limit: 5, cursor } };
    expect(await client(app).as(admin).post('/intelligence/candidates:search', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid-cursor' },
    });
  });

  it('are refused for a cursor of another query, filter or user', async () => {
    const first = await search(app, admin, 'numbered row', { pagination: { limit: 5 } });
    const cursor = first.page.next_cursor ?? '';
    const next = (user: TestUser, body: object) =>
      client(app)
        .as(user)
        .post('/intelligence/candidates:search', { ...body, pagination: { limit: 5, cursor } });
    expect((await next(admin, { query: 'numbered row' })).status).toBe(200);
    for (const answer of [
      await next(viewer, { query: 'numbered row' }),
      await next(admin, { query: 'numbered rows' }),
      await next(admin, { query: 'numbered row', media_kinds: ['movie'] }),
      await next(admin, { query: 'numbered row', filters: { year: { gte: 1 } } }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
    }
  });

  it('are equal for the same cursor', async () => {
    const first = await search(app, admin, 'numbered row', { pagination: { limit: 5 } });
    const pagination = { limit: 5, cursor: first.page.next_cursor };
    const [one, two] = await Promise.all([
      search(app, admin, 'numbered row', { pagination }),
      search(app, admin, 'numbered row', { pagination }),
    ]);
    expect(one).toEqual(two);
  });
});
