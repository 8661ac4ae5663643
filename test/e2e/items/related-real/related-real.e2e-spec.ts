import { createReadStream, readFileSync } from 'node:fs';
import { createGunzip, gunzipSync } from 'node:zlib';
import { CatalogImportService } from '../../../../src/catalog/catalog-import.service';
import { cleanCatalogLine, cleanCatalogText } from '../../../../src/common/text/text';
import type { IntelligenceGroundingRef } from '../../../../src/common/dto/references.dto';
import { CONTEXTS_MAX, type ItemContextsResponse } from '../../../../src/items/context/item-contexts.dto';
import type { ItemContextResponse } from '../../../../src/items/context/item-context.dto';
import type { RelatedItem, RelatedResponse } from '../../../../src/items/related/related.dto';
import { type LabelledGroup, readGroups } from './labelled-group';
import { UnrelatedRule } from './unrelated-rule';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import { client } from '../../../support/requests/client';
import { refreshLexicon } from '../../../support/catalog/refresh-lexicon';
import { describeRealCatalog, REAL_CATALOG_FILES } from '../../../support/catalog/real-catalog';
import { createTestApp, type TestApp } from '../../../support/app/test-app';

/** Number of items whose answers are checked. `CHECKED_ITEMS=2000` selects the long form. */
const CHECKED_ITEMS = Number(process.env['CHECKED_ITEMS'] ?? 40);
/** Number of related items that are judged for each seed. */
const JUDGED_ITEMS = 5;
const GROUPS: readonly LabelledGroup[] = readGroups();
const SEEDS_MIN = 150;
/** Minimum share of seeds whose list contains a film of their group. */
const FOUND_SHARE_MIN = 0.95;
/**
 * Maximum share of unrelated items among the items of all lists. An item is unrelated if the group labels it so, or if
 * the group does not name it and `UnrelatedRule` finds nothing in common.
 */
const UNRELATED_SHARE_MAX = 0.03;

/** The fields of a record that the tests compare with answers. */
interface CatalogItem {
  readonly type: string;
  readonly media_id: string;
  readonly title?: string;
  readonly year?: number;
  readonly overview?: string;
  readonly genres?: readonly string[];
  readonly people?: readonly { readonly name: string }[];
  readonly series_id?: string;
}

/** The result for the list of one labelled seed. */
interface Outcome {
  readonly seed: string;
  /** Whether the list contains a film of the group. */
  readonly isFound: boolean;
  /** The unrelated items of the list, as `Title (year)`. */
  readonly unrelated: readonly string[];
  /** All items of the list, as `Title (year)`. */
  readonly shown: readonly string[];
}

describeRealCatalog('related items of real films', () => {
  let app: TestApp;
  let user: TestUser;
  const items = new Map<string, CatalogItem>();
  const idOf = new Map<string, string>();

  beforeAll(async () => {
    app = await createTestApp({ workers: false, env: { JWT_ACCESS_TTL_SECONDS: '7200' } });
    user = await createUser(app);
    const imports = app.app.get(CatalogImportService);
    for (const file of REAL_CATALOG_FILES) {
      const { rejected } = await imports.importLines(createReadStream(file).pipe(createGunzip()));
      expect(rejected).toBe(0);
      for (const item of readItems(file)) {
        items.set(item.media_id, item);
        if (item.type === 'movie') idOf.set(`${item.title} (${item.year})`, item.media_id);
      }
    }
    await refreshLexicon(app);
  }, 600_000);
  afterAll(() => app.close());

  async function related(mediaId: string, body: object = {}): Promise<RelatedResponse> {
    const path = `/intelligence/items/${mediaId}/related`;
    return (await client(app).as(user).post<RelatedResponse>(path, body, { expect: 200 })).body;
  }

  const foundPercent = FOUND_SHARE_MIN * 100;
  const unrelatedPercent = UNRELATED_SHARE_MAX * 100;
  const shares = `${foundPercent} % of the labelled films, and at most ${unrelatedPercent} % unrelated items`;
  it(`include a film of the same group for at least ${shares}`, async () => {
    const rule = new UnrelatedRule([...items.values()].filter(({ type }) => type === 'movie'));
    const outcomes: Outcome[] = [];
    for (const group of GROUPS) for (const seed of group.seeds) outcomes.push(await judge(group, seed, rule));
    const missed = outcomes.filter((outcome) => !outcome.isFound);
    const withUnrelated = outcomes.filter((outcome) => outcome.unrelated.length > 0);
    expect(outcomes.length).toBeGreaterThanOrEqual(SEEDS_MIN);
    // A failure shows the missed lists, because the share alone does not help to find the cause.
    const isGood = missed.length <= outcomes.length * (1 - FOUND_SHARE_MIN);
    expect(isGood ? [] : missed).toEqual([]);
    const shown = outcomes.reduce((sum, outcome) => sum + outcome.shown.length, 0);
    const unrelated = outcomes.reduce((sum, outcome) => sum + outcome.unrelated.length, 0);
    expect(unrelated <= shown * UNRELATED_SHARE_MAX ? [] : withUnrelated).toEqual([]);
  }, 120_000);

  async function judge(group: LabelledGroup, seed: string, rule: UnrelatedRule): Promise<Outcome> {
    const mediaId = idOf.get(seed);
    const record = items.get(mediaId ?? '');
    if (mediaId === undefined || record === undefined) throw new Error(`The catalog does not contain ${seed}.`);
    const answer = await related(mediaId, { caps: { related_limit: JUDGED_ITEMS } });
    const labelledUnrelated = new Set(group.unrelated);
    const filmsOfGroup = new Set([...group.seeds, ...(group.others ?? [])].filter((title) => title !== seed));
    const shown = answer.related.map(({ media }) => ({ title: `${media.title} (${media.year})`, id: media.media_id }));
    const unrelated = shown.filter(({ title, id }) => {
      const item = items.get(id);
      if (labelledUnrelated.has(title)) return true;
      return !filmsOfGroup.has(title) && (item === undefined || rule.isUnrelated(record, item));
    });
    return {
      seed,
      isFound: shown.some(({ title }) => filmsOfGroup.has(title)),
      unrelated: unrelated.map(({ title }) => title),
      shown: shown.map(({ title }) => title),
    };
  }

  it('include three films of a franchise by default, and all five films on request', async () => {
    const seed = idOf.get('Rocky III (1982)') ?? '';
    const countRockies = (answer: RelatedResponse): number =>
      answer.related.filter(({ media }) => /^Rocky( [IV]+| Balboa)?$/.test(media.title) && (media.year ?? 0) > 1975)
        .length;
    expect(countRockies(await related(seed, { caps: { related_limit: 24 }, pagination: { limit: 24 } }))).toBe(3);
    const request = { relationship_kinds: ['same_series', 'shared_cast', 'similar_title'] };
    expect(
      countRockies(await related(seed, { ...request, caps: { related_limit: 24 }, pagination: { limit: 24 } })),
    ).toBe(5);
  });

  it.each([
    ['a long list', () => idOf.get('Skyfall (2012)') ?? '', 72],
    // Most candidates have only other forms of the words of this item, such as "ocean" for "oceans".
    ['a list for which most candidates are dropped', () => 'movie:62d6c0f8-4bfb-5acd-a38c-493988ca6740', 20],
  ])('are one list without repetitions, strongest first, in pages of 1, 3, 7 or 24: %s', async (_, seedOf, rowsMin) => {
    const lists: RelatedItem[][] = [];
    for (const limit of [1, 3, 7, 24]) lists.push(await walk(seedOf(), limit));
    const [first = []] = lists;
    expect(first.length).toBeGreaterThan(rowsMin);
    for (const list of lists) {
      const strengths = list.map((item) => item.strength);
      expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
      expect(list.map((item) => item.media.media_id)).toEqual(first.map((item) => item.media.media_id));
    }
    expect(new Set(first.map((item) => item.media.media_id)).size).toBe(first.length);
  });

  async function walk(mediaId: string, limit: number): Promise<RelatedItem[]> {
    const rows: RelatedItem[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const answer = await related(mediaId, { caps: { related_limit: limit }, pagination: { limit, cursor } });
      expect(answer.page.returned).toBe(answer.related.length);
      if (answer.page.has_more) expect(answer.related).toHaveLength(limit);
      rows.push(...answer.related);
      cursor = answer.page.next_cursor;
      more = answer.page.has_more;
    }
    return rows;
  }

  it(`have evidence from the named field, and ids that exist, in ${CHECKED_ITEMS} contexts and lists`, async () => {
    const ids = [...items.keys()].sort();
    const faults: string[] = [];
    const namedIds = new Set<string>();
    for (let index = 0; index < CHECKED_ITEMS; index += 1) {
      // A fixed stride walks the whole catalog and gives the same items in every run.
      const mediaId = ids[Math.floor((index * ids.length) / CHECKED_ITEMS)] ?? '';
      const context = (
        await client(app)
          .as(user)
          .post<ItemContextResponse>(`/intelligence/items/${mediaId}/context`, {}, { expect: 200 })
      ).body;
      const list = await related(mediaId, { caps: { related_limit: 24 }, pagination: { limit: 24 } });
      checkGroundings(mediaId, context.grounding, faults);
      for (const item of [...context.related, ...list.related]) {
        namedIds.add(item.media.media_id);
        checkGroundings(mediaId, item.grounding, faults);
        checkReason(mediaId, item, faults);
      }
      for (const reference of Object.values(context.item.hierarchy ?? {}))
        if (reference) namedIds.add(reference.media_id);
    }
    // With one request for each item, this test took four times as long.
    for (const media_ids of inParts([...namedIds], CONTEXTS_MAX)) {
      const { body } = await client(app)
        .as(user)
        .post<ItemContextsResponse>('/intelligence/items:contexts', { media_ids, detail: 'ids' }, { expect: 200 });
      expect(body.contexts.length + body.unknown_media_ids.length).toBe(media_ids.length);
      faults.push(...body.unknown_media_ids.map((mediaId) => `${mediaId} is unknown`));
    }
    expect(faults).toEqual([]);
  }, 1_800_000);

  function checkGroundings(seed: string, groundings: readonly IntelligenceGroundingRef[], faults: string[]): void {
    for (const { media_id, field, evidence, source } of groundings) {
      if (evidence === undefined || source === 'library' || source === 'watch_state') continue;
      const texts = textsOf(media_id ?? '', field ?? '');
      if (!texts.some((text) => text.includes(evidence.text))) {
        faults.push(`${seed}: "${evidence.text}" is not in ${field} of ${media_id}`);
      }
    }
  }

  /**
   * Checks that the seed (or its series) and the related item contain each shared text as whole words, in any letter
   * case.
   */
  function checkReason(seed: string, item: RelatedItem, faults: string[]): void {
    const fields = { shared_cast: 'people', similar_genre: 'genres', similar_title: 'title', search_match: 'overview' };
    const seriesId = items.get(seed)?.series_id;
    for (const { signal, shared } of item.signals) {
      const field = fields[signal as keyof typeof fields] as string | undefined;
      if (field === undefined) continue;
      for (const text of shared) {
        for (const side of [seriesId ?? seed, item.media.media_id]) {
          const isThere = textsOf(side, field).some((full) => hasWholeWords(full.toLowerCase(), text.toLowerCase()));
          if (!isThere) faults.push(`${seed}: "${text}" is not in ${field} of ${side}`);
        }
      }
    }
  }

  /** Returns the texts of a field: genres as the catalog has them, other texts as the import cleans them. */
  function textsOf(mediaId: string, field: string): string[] {
    const item = items.get(mediaId);
    if (item === undefined) return [];
    if (field === 'title') return [cleanCatalogLine(item.title ?? '')];
    if (field === 'overview') return [cleanCatalogText(item.overview ?? '')];
    if (field === 'genres') return [...(item.genres ?? items.get(item.series_id ?? '')?.genres ?? [])];
    if (field === 'people') return (item.people ?? []).map((person) => cleanCatalogLine(person.name));
    if (field === 'series') return [cleanCatalogLine(items.get(item.series_id ?? '')?.title ?? '')];
    return [];
  }
});

/** Returns the values in parts of at most `size` values. */
function inParts<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, n) => values.slice(n * size, (n + 1) * size));
}

function readItems(file: string): CatalogItem[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CatalogItem)
    .filter((record) => record.media_id !== undefined);
}

/** Whether a text contains another text with no letter or digit directly before or after it. */
function hasWholeWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + part.length))) return true;
  }
  return false;
}
