import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { estimateTokens } from '../../../src/common/response-budget/token-estimate';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { sendImport } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { describeRealCatalog, REAL_CATALOG_FILES } from '../../support/catalog/real-catalog';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** The test imports only every n-th line of the films, where n is this number, and all libraries. */
const FILMS_STEP = Number(process.env['FILMS_STEP'] ?? 12);
/** Number of lines of the series that the test imports. */
const SERIES_LINES = 1_500;
const QUERIES = [
  'the war',
  'love story',
  'detective murder',
  'space adventure',
  'a boy and his dog',
  'comedy wedding',
  'ghost house',
  'western sheriff',
  'musical new york',
  'documentary music',
];

const tokensOf = (text: string): number => Math.max(encodeO200k(text).length, encodeCl100k(text).length);

/**
 * Replaces the cursor of a Markdown page by a fixed text of the same length and alphabet. Cursors of one length differ
 * by up to 32 tokens, and a cursor contains the expiry and is bound to a user of the test, so each run has another one.
 */
const withFixedCursor = (markdown: string): string =>
  markdown.replace(/(?<=^Next cursor: `)[\w-]+(?=`$)/m, ({ length }) =>
    createHash('shake256', { outputLength: length }).digest('base64url').slice(0, length),
  );

describeRealCatalog('tokens of answers about the real catalog', () => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    user = await createUser(app, { role: 'admin', scopes: ['catalog:write'] });
    const [films = [], series = []] = REAL_CATALOG_FILES.map((file) =>
      gunzipSync(readFileSync(file)).toString('utf8').split('\n'),
    );
    const lines = [
      ...films.filter((line, index) => line.includes('"type":"library"') || index % FILMS_STEP === 0),
      ...series.slice(0, SERIES_LINES),
    ].filter((line) => line !== '');
    for (let start = 0; start < lines.length; start += 2_000) {
      const body = lines.slice(start, start + 2_000).join('\n');
      await sendImport(client(app).as(user), body, { expect: 200 });
    }
    await refreshLexicon(app);
  });
  afterAll(() => app.close());

  /** Posts a request. Checks that the service does not underestimate the number of tokens of the answer. */
  const post = async <Body>(path: string, body: object, accept = 'application/json'): Promise<[string, Body]> => {
    const { text, body: answer } = await client(app)
      .as(user)
      .post<Body>(path, body, { headers: { accept }, expect: 200 });
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokensOf(text));
    return [text, answer];
  };

  it.each(QUERIES)('twelve candidates for %j have at most 900 tokens in Markdown', async (query) => {
    const path = '/intelligence/candidates:search';
    const [, { candidates }] = await post<SearchCandidatesResponse>(path, { query });
    const [markdown] = await post(path, { query }, 'text/markdown');
    expect(markdown.match(/^- \[\d+\] /gm)).toHaveLength(candidates.length);
    expect(candidates.length).toBe(12);
    expect(tokensOf(withFixedCursor(markdown))).toBeLessThanOrEqual(900);
  });

  it('contexts of movies and series, and the overview, stay within a budget of 1,000 tokens', async () => {
    const budget = { max_tokens: 1_000 };
    // The smallest context of an episode can exceed the budget, because it names the series, the season and neighbours.
    for (const kind of ['movie', 'series']) {
      const browsed = { sort: 'title', media_kinds: [kind], pagination: { limit: 20 } };
      const [, { items }] = await post<BrowseResponse>('/intelligence/items:browse', browsed);
      expect(items.length).toBeGreaterThan(5);
      for (const { media } of items) {
        const [text] = await post(`/intelligence/items/${media.media_id}/context`, { budget });
        expect(tokensOf(text)).toBeLessThanOrEqual(1_000);
      }
    }
    for (const accept of ['application/json', 'text/markdown']) {
      const [text] = await post('/intelligence/libraries/overview', { budget }, accept);
      expect(tokensOf(text)).toBeLessThanOrEqual(1_000);
    }
  });

  it('the brief overview of five libraries has at most 1,000 tokens', async () => {
    const path = '/intelligence/libraries/overview';
    const [text, { libraries }] = await post<OverviewResponse>(path, { detail: 'brief' });
    expect(libraries).toHaveLength(5);
    expect(libraries.every(({ name, summary }) => name !== '' && summary.text !== '')).toBe(true);
    expect(tokensOf(text)).toBeLessThanOrEqual(1_000);
    const [markdown] = await post(path, { detail: 'brief' }, 'text/markdown');
    expect(tokensOf(markdown)).toBeLessThanOrEqual(1_000);
    process.stderr.write(
      `brief overview of five libraries: ${tokensOf(text)} tokens, ${tokensOf(markdown)} in Markdown\n`,
    );
  });
});
