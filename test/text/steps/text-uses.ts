/**
 * Defines how `text-steps.spec.ts` calls exported functions and classes with a text. The test counts the steps of each
 * call, such as loop iterations and characters read. It fails if they exceed a limit proportional to the text's length.
 */

export type Export = ((...values: unknown[]) => unknown) & (new (...values: unknown[]) => Record<string, Export>);
/** Returns an export of a source. The path is relative to `src`. */
export type Load = (path: string, name: string) => Export;
/** Calls an export with a text. */
export type Use = (exported: Export, text: string, load: Load) => unknown;

/** Number of times that a use makes the code process its text, if above 1. The test multiplies the step limit by it. */
export const COPIES: Readonly<Record<string, number>> = {
  'candidates/explain/field-matcher FieldMatcher': 4,
  'candidates/explain/evidence matchFields': 2,
  'search/index/document-lexemes DocumentLexemes': 6,
};

/** Passes the text as the only argument. */
export const withText: Use = (f, text) => f(text);
const NOW = new Date(0);

/** Returns an item with the text as its overview. Its other texts are cut to the maximum lengths of an import. */
function item(text: string): object {
  const title = text.slice(0, 512);
  const label = text.slice(0, 256);
  const titles = { title, original_title: title, aliases: [title] };
  const labels = { genres: [label], countries: [label], original_language: label, content_rating: label };
  const collection = title;
  return {
    library_id: 'l',
    media_id: 'm',
    media_kind: 'movie',
    series_id: null,
    season_id: null,
    season_number: 1,
    episode_number: 1,
    absolute_number: null,
    sort_title: title,
    year: 1999,
    release_date: null,
    runtime_minutes: 1,
    popularity: 1,
    available: true,
    content_hash: 'h',
    ...titles,
    ...labels,
    overview: text,
    tagline: text.slice(0, 2_000),
    collection,
    keywords: [label],
    studios: [label],
    people: [{ name: label, role: 'actor', character: title }],
    provider_related: [label],
    external_ids: { [text.slice(0, 64)]: title },
    series: { media_id: 's', year: 1999, content_hash: 'h', ...titles, ...labels },
  };
}

function record(text: string): object {
  return {
    type: 'movie',
    media_id: 'movie:00000000-0000-4000-8000-000000000001',
    library_id: '00000000-0000-4000-8000-000000000002',
    title: text,
    overview: text,
    tagline: text,
    aliases: [text],
    genres: [text],
    content_rating: text,
  };
}

/** A query with words of several kinds: joined by a hyphen or an apostrophe, a plural, decomposed, a kind of item. */
const QUERY = "a-b'c spy wars e\u0301 series";

function query(load: Load): { query: unknown; words: unknown; roles: unknown } {
  const searchQuery = load('candidates/query/query-parser', 'toSearchQuery')(QUERY, undefined);
  const counts = { total: 1_000, documents: new Map(), nearSpellings: [{ lexeme: 'tspies', documents: 3 }] };
  const words = load('candidates/query/weights/term-weights', 'weighWords')(searchQuery, counts);
  return {
    query: searchQuery,
    words,
    roles: load('candidates/query/weights/term-roles', 'termRolesOf')(searchQuery, words),
  };
}

/** The other values of an item whose texts are tested. */
const media = { title: 'a', year: 1999, season_number: 1, episode_number: 1 };

/** Uses by path and name. Functions whose only required parameter is a string, or a list of them, need none. */
export const USES: Readonly<Record<string, Readonly<Record<string, Use>>>> = {
  'artifacts/writing/artifact-draft': {
    toDraft: (f, text) => {
      const content = { text: JSON.stringify({ [text]: text }) };
      return f({ kind: 'media_summary', scope: 'user', title: 'a', summary: text, producer: text, content });
    },
  },
  'audit/payloads/json-size': {
    cutString: (f, text) => f(text, 1_000),
    findPrefix: (f, text) => f(text, 10_000_000),
  },
  'audit/payloads/payload': {
    toStoredPayload: (f, text) => f({ [text]: [text], a: text.split(' ') }),
    storeJsonPayload: (f, text) => f(JSON.stringify({ [text]: [text] })),
  },
  'audit/payloads/redaction': { redactPayload: (f, text) => f({ [text]: [text], a: text.split(' ') }) },
  'audit/payloads/secret-names': {
    createLabelCheck: (f, text) => (f({ name: text, [text]: text }) as (member: string) => boolean)(text),
    isSecretElement: (f, text) => [f(text, text, 2), f(text, '-u', 2)],
  },
  'audit/runs/run-changes': {
    applyToRun: (f, text) => f(null, { purpose: 'other', input_summary: text, model: text }, NOW),
    applyToToolCall: (f, text) => f('running', null, { name: 'a', kind: 'search', output_summary: text }, NOW),
  },
  'auth/tokens/token-shape': {
    readTokenParts: (f, text) => f(text, { algorithms: ['HS256'], keyId: 'optional', types: null }),
  },
  'candidates/explain/evidence': {
    matchFields: (f, text, load) => {
      const { query: searchQuery, words } = query(load);
      const matcher = new (load('candidates/explain/field-matcher', 'FieldMatcher'))(searchQuery, words);
      const matches = f(matcher, item(text), media) as unknown[];
      return load('candidates/explain/evidence', 'describeMatches')(matches);
    },
  },
  'candidates/explain/field-matcher': {
    FieldMatcher: (f, text, load) => {
      const { query: searchQuery, words } = query(load);
      const matcher = new f(searchQuery, words);
      for (const field of ['people', 'genres', 'overview']) matcher['match']?.(field, text);
      return matcher['matchTitles']?.([text], media);
    },
  },
  'candidates/query/query-parser': { toSearchQuery: (f, text) => f(text, undefined) },
  'candidates/ranking/titles/title-score': {
    TitleScorer: (f, text, load) => {
      const { query: searchQuery, words, roles } = query(load);
      return new f(searchQuery, words, roles)['score']?.({ titles: text, year: 1999 }, [], true);
    },
  },
  'catalog/ingest/known-catalog': { watchKey: withText },
  'catalog/ingest/records/text-reader': {
    findLine: (f, text) => f(text, 'a', 512),
    requireSingleLine: (f, text) => f(`a${text}`, 'a', 512),
    findLines: (f, text) => f([text], 'a', 512),
    findExternalIds: (f, text) => f({ [text]: text }),
    findRelatedIds: (f, text) => f([text]),
    requirePath: (f, text) => f(text, 'a'),
  },
  'catalog/ingest/records/time-reader': {
    findDate: (f, text) => f(text, 'a'),
    requireTime: (f, text) => f(text, 'a'),
    requirePastTime: (f, text) => f(text, 'a'),
  },
  'catalog/ingest/records/id-reader': {
    requireMediaId: (f, text) => f(text, 'a', ['movie']),
    requireLibraryId: (f, text) => f(text, 'a'),
    requireRemovableMediaId: (f, text) => f(text, 'a', ['movie']),
  },
  'catalog/ingest/lines/line-splitter': {
    splitLines: async (f, text) => {
      let count = 0;
      const chunks = [Buffer.from(text), Buffer.from(text.slice(0, 1_000))];
      for await (const lines of f(chunks) as AsyncIterable<unknown[]>) count += lines.length;
      return count;
    },
  },
  'catalog/ingest/records/line-errors': {
    collectLineErrors: (f, text) =>
      f({ type: 'movie', [text]: text }, { code: 'too-long', messages: [text] }, () => null),
  },
  'catalog/ingest/records/record-reader': {
    readRecord: (f, text) => f(JSON.stringify(record(text)), 1),
    readRecordValue: (f, text) => f(record(text), 1),
  },
  'catalog/ingest/records/record-schemas': { isRecordType: (f, text) => f(text) },
  'catalog/ingest/records/record-check': { requireRecord: (f, text) => f({ type: 'movie', [text]: text }) },
  'catalog/scanner/units/bounded-fields': {
    toBoundedFields: (f, text) =>
      f({ title: text, overview: text, genres: text.split(' '), external_ids: { [text]: text } }),
  },
  'common/text/code-point-order': { compareCodePoints: (f, text) => f(`${text}a`, `${text}b`) },
  'catalog/scanner/naming/episodes/multi-episode': {
    extendMatch: (f, text) => f(text, 'season_episode', { season: 1, episode: 1 }, 0, 0),
  },
  'catalog/scanner/naming/episodes/episode-name': {
    findEpisodeName: (f, text) => [
      f(text, { season: 1, seriesTitle: 'a' }),
      f(text, { season: null, seriesTitle: null }),
    ],
  },
  'catalog/scanner/naming/folders/ignored-names': { toNameFilter: (f, text) => (f(['*a*b?']) as Export)(text) },
  'catalog/scanner/naming/folders/movie-folder': {
    toMovieFolder: (f, text) => [f('a', text.split(' '), false), f(text, [`${text} - b.mkv`], false)],
  },
  'catalog/scanner/naming/movie-parts': {
    stackParts: (f, text) => f([`${text}.mkv`, ...text.split(' ')]),
  },
  'catalog/scanner/naming/episodes/fallback-patterns': {
    findAbsoluteForm: (f, text) => f(text, 0),
    findFallbackForm: (f, text) => f(text, 1, 0),
  },
  'catalog/scanner/naming/folders/series-path': { toSeriesPath: (f, text) => f([text, text, `${text}.mkv`]) },
  'catalog/scanner/nfo/content-rating': { findContentRating: (f, text) => f(text, 'DE') },
  'catalog/scanner/nfo/nfo-decoding': { decodeNfo: (f, text) => f(Buffer.from(text)) },
  'catalog/scanner/nfo/nfo-document': {
    readNfo: (f, text) => {
      const escaped = text.slice(0, text.length / 8).replaceAll('<', '&lt;');
      const names = ['title', 'genre', 'studio', 'director', 'runtime', 'mpaa', 'uniqueid'];
      const elements = names.map((name) => `<${name}>${escaped}</${name}>`);
      return [f(Buffer.from(text), ['movie']), f(Buffer.from(`<movie>${elements.join('')}</movie>`), ['movie'])];
    },
  },
  'catalog/scanner/nfo/nfo-fields': {
    toInteger: (f, text) => f(text, 100),
    toNfoFields: (f, text) => {
      const names = ['title', 'genre', 'studio', 'director', 'actor', 'runtime', 'mpaa', 'uniqueid', 'url'];
      const children = names.map((name) => ({ name, attributes: {}, text, children: [] }));
      return f({ name: 'movie', attributes: {}, text: '', children });
    },
  },
  'common/json/canonical-json': { canonicalJson: (f, text) => f({ [text]: text.split(' ') }) },
  'common/paging/cursor': {
    CursorCodec: (f, text) =>
      new f({ secret: 's'.repeat(32) })['decode']?.({ userId: 'u', route: 'r', filters: [text] }, text),
  },
  'common/paging/revision-token': {
    RevisionTokens: (f, text) => new f({ secret: 's'.repeat(32) })['decode']?.(text),
  },
  'common/logging/log-error': { toLoggedError: (f, text) => f(new Error(text)) },
  'common/media-id': { formatMediaId: (f, text) => f('movie', text) },
  'common/problems/required-ids': { requireUuid: (f, text) => f(text, 'id') },
  'common/json/json-scan': {
    JsonScan: (f, text) =>
      [text, JSON.stringify({ [text]: [text] })].map((json) => {
        const scan: Record<string, unknown> = new f(json);
        return (Object.assign(scan, { onValue() {}, onName() {}, onText() {} })['run'] as Export)();
      }),
  },
  'common/json/strict-json': { parseStrictJson: (f, text) => [f(JSON.stringify({ [text]: text })), f(text)] },
  'common/response-budget/accept-header': {
    acceptsOffer: (f, text, load) => f(text, load('common/response-budget/answer-format', 'MARKDOWN_OFFER')),
    preferredOffer: (f, text, load) => f(text, [load('common/response-budget/answer-format', 'MARKDOWN_OFFER')]),
  },
  'common/markdown/markdown-text': {
    escapeMarkdown: (f, text) => f(text, 400),
    shortenMarkdown: (f, text) => f(text, 400),
  },
  'common/text/contains': {
    // If the text repeats one letter, the comparison fails late at each position.
    containsText: (f, text) => f(text, `${text.slice(0, 800)}!${text.slice(0, 800)}`),
  },
  'common/text/summary': {
    summarize: (f, text) => f(text, 400),
    cutIndex: (f, text) => f(text, 400, new Intl.Segmenter('und', { granularity: 'grapheme' })),
  },
  'common/text/text': {
    trimEndOf: (f, text) => f(text, /[^a-z]/),
    cleanWithin: (f, text, load) => f(text, text.length, load('common/text/text', 'cleanCatalogText')),
  },
  'demo/planner/safe-name': { toSafeName: (f, text) => f(text, 255) },
  'grounding/grounding-checks': {
    checkItem: (f, text) => {
      const grounding = { field: 'overview', evidence: { text: `${text.slice(0, 800)}!` } };
      return f(grounding, { ...media, texts: item(text), provider_related: [], added_at: NOW, source_hash: 'h' }, 800);
    },
  },
  'items/related/rank/shared-terms': {
    findSharedWords: (f, text) =>
      f(
        // The letter before a lexeme names a field, here the overview.
        ['spi', 'a', 'b'].map((lexeme) => ({ key: `o${lexeme}`, label: lexeme })),
        `x${text}`,
        text,
      ),
  },
  'read-model/artifacts/artifact-words': {
    artifactLexemes: (f, text) => f(text, text),
    searchKeysOf: (f, text) => f(text, text, text),
  },
  'read-model/facets/facets': {
    countedFacets: (f, text, load) => f('movie', load('read-model/facets/facets', 'toFacets')(item(text))),
  },
  'read-model/media/media-context.projection': {
    toMediaContext: (f, text) => f(item(text)),
  },
  'read-model/media/related-keys': {
    franchiseKeysOf: (f, text) => f({ media_kind: 'movie', title: text, overview: text }),
    providerKeysOf: (f, text) => f({ external_ids: { [text]: text }, provider_related: text.split(' ') }),
  },
  'read-model/media/search-document': { toSearchDocument: (f, text) => f(item(text)) },
  'search/evidence-window': {
    windowAroundRanges: (f, text) => {
      const ranges = Array.from({ length: text.length >> 1 }, (_, index) => ({ start: 2 * index, end: 2 * index + 1 }));
      return f(text, ranges, 400);
    },
    windowAroundTerms: (f, text) => f(text, new Set(['spi', 'a', 'b', 'seri', '1999']), 400),
  },
  'search/index/document-lexemes': {
    DocumentLexemes: (f, text) => {
      const lexemes = new f();
      lexemes['addTitle']?.(text);
      for (const field of ['overview', 'people', 'genres', 'series']) lexemes['addText']?.(field, text);
      lexemes['addMark']?.(text);
      return lexemes['build']?.();
    },
  },
  'search/index/lexemes': { filterLexeme: (f, text) => f('genre', text) },
  'search/index/profile': {
    ProfileProbe: (f, text) => new f(['a', 'b'])['scan']?.(text, () => undefined),
  },
  'search/spelling/edit-cost': { editCost: (f, text) => f(`${text}a`, `${text}b`) },
  'search/spelling/spelling-deletes': { isOneEditApart: (f, text) => f(`${text}a`, `${text}b`) },
  'search/text/fold': { cutCodeUnits: (f, text) => f(text, text.length - 1) },
  'search/text/term-scanner': {
    TermScanner: (f, text) => {
      const scanner = new f(['spi', 'a', 'b', 'war']);
      for (const method of ['wordsIn', 'neighboursIn', 'mayMatch']) scanner[method]?.(text);
    },
  },
  'candidates/ranking/phrase-finder': {
    PhraseFinder: (f, text) => {
      new f(['a', 'b'])['isIn']?.(text);
      new f(text.split(' '))['isIn']?.(text);
    },
  },
  'search/index/title-forms': {
    afterArticle: (f, text) => f(text, 0),
    startsWithCompactKey: (f, text) => f(text, text),
    startsWithKeyAfterArticle: (f, text) => f(text, text),
  },
};
