import { createReadStream, readFileSync } from 'node:fs';
import { createGunzip, gunzipSync } from 'node:zlib';
import { CatalogImportService } from '../../../../src/catalog/catalog-import.service';
import { cleanCatalogLine, cleanCatalogText } from '../../../../src/common/text/text';
import type { IntelligenceGroundingRef } from '../../../../src/common/dto/references.dto';
import type { ItemContextResponse } from '../../../../src/items/context/item-context.dto';
import type { RelatedItem, RelatedResponse } from '../../../../src/items/related/related.dto';
import { type LabelledGroup, readGroups } from './labelled-group';
import { StrangerRule } from './stranger-rule';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import { client } from '../../../support/requests/client';
import { countWords } from '../../../support/catalog/count-words';
import { describeRealCatalog, REAL_CATALOG_FILES } from '../../../support/catalog/real-catalog';
import { createTestApp, type TestApp } from '../../../support/app/test-app';

/** Number of items whose answers are checked. `CHECKED_ITEMS=2000` selects the long form. */
const CHECKED_ITEMS = Number(process.env['CHECKED_ITEMS'] ?? 75);
/** Number of related items that are judged for each seed. */
const SHOWN = 5;
const GROUPS: readonly LabelledGroup[] = readGroups();
const SEEDS_MIN = 150;
/** Minimum share of seeds whose list contains a film of their group. */
const RIGHT_SHARE = 0.95;
/**
 * Maximum share of strangers among all items of the lists. The group lists strangers, and `StrangerRule` detects
 * others.
 */
const STRANGER_SHARE = 0.03;

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

/** The judgement on the list of one labelled seed. */
interface Outcome {
  readonly seed: string;
  readonly right: boolean;
  readonly strangers: readonly string[];
  readonly shown: readonly string[];
}

describeRealCatalog('related items of real films', () => {
  let app: TestApp;
  let user: TestUser;
  const items = new Map<string, CatalogItem>();
  const idOf = new Map<string, string>();

  beforeAll(async () => {
    app = await createTestApp({ env: { JWT_ACCESS_TTL_SECONDS: '7200' } });
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
    await countWords(app);
  }, 600_000);
  afterAll(() => app.close());

  async function related(mediaId: string, body: object = {}): Promise<RelatedResponse> {
    const path = `/intelligence/items/${mediaId}/related`;
    return (await client(app).as(user).post<RelatedResponse>(path, body, { expect: 200 })).body;
  }

  it(`include a film of the same group among the first five, for ${RIGHT_SHARE * 100} % of the seeds`, async () => {
    const rule = new StrangerRule([...items.values()].filter(({ type }) => type === 'movie'));
    const outcomes: Outcome[] = [];
    for (const group of GROUPS) for (const seed of group.seeds) outcomes.push(await judge(group, seed, rule));
    const missed = outcomes.filter((outcome) => !outcome.right);
    const misled = outcomes.filter((outcome) => outcome.strangers.length > 0);
    expect(outcomes.length).toBeGreaterThanOrEqual(SEEDS_MIN);
    // A failure shows the lists without a film of the group, because the share alone does not help to find the cause.
    const isGood = missed.length <= outcomes.length * (1 - RIGHT_SHARE);
    expect(isGood ? [] : missed).toEqual([]);
    const shown = outcomes.reduce((sum, outcome) => sum + outcome.shown.length, 0);
    const strangers = outcomes.reduce((sum, outcome) => sum + outcome.strangers.length, 0);
    expect(strangers <= shown * STRANGER_SHARE ? [] : misled).toEqual([]);
  }, 120_000);

  async function judge(group: LabelledGroup, seed: string, rule: StrangerRule): Promise<Outcome> {
    const mediaId = idOf.get(seed);
    const record = items.get(mediaId ?? '');
    if (mediaId === undefined || record === undefined) throw new Error(`The catalog does not contain ${seed}.`);
    const answer = await related(mediaId, { caps: { related_limit: SHOWN } });
    const named = new Set(group.strangers);
    const right = new Set([...group.seeds, ...(group.others ?? [])].filter((title) => title !== seed));
    const shown = answer.related.map(({ media }) => ({ title: `${media.title} (${media.year})`, id: media.media_id }));
    const strangers = shown.filter(({ title, id }) => {
      const item = items.get(id);
      return named.has(title) || (!right.has(title) && (item === undefined || rule.isStranger(record, item)));
    });
    return {
      seed,
      right: shown.some(({ title }) => right.has(title)),
      strangers: strangers.map(({ title }) => title),
      shown: shown.map(({ title }) => title),
    };
  }

  it('include three films of a franchise by default, and all of them on request', async () => {
    const seed = idOf.get('Rocky III (1982)') ?? '';
    const rockies = (answer: RelatedResponse): number =>
      answer.related.filter(({ media }) => /^Rocky( [IV]+| Balboa)?$/.test(media.title) && (media.year ?? 0) > 1975)
        .length;
    expect(rockies(await related(seed, { caps: { related_limit: 24 }, pagination: { limit: 24 } }))).toBe(3);
    const asked = { relationship_kinds: ['same_series', 'shared_cast', 'similar_title'] };
    expect(rockies(await related(seed, { ...asked, caps: { related_limit: 24 }, pagination: { limit: 24 } }))).toBe(5);
  });

  it.each([
    ['a long list', () => idOf.get('Skyfall (2012)') ?? '', 72],
    // Most matches are words with the same stem but another spelling ("oceans", "ocean"), which are left out.
    ['a list of an item whose matches are mostly left out', () => 'movie:62d6c0f8-4bfb-5acd-a38c-493988ca6740', 20],
  ])('are paged without repetitions, strongest first, with every limit: %s', async (_, seedOf, rowsMin) => {
    const lists: RelatedItem[][] = [];
    for (let limit = 1; limit <= 24; limit += 1) lists.push(await walk(seedOf(), limit));
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
    const seen: RelatedItem[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const answer = await related(mediaId, { caps: { related_limit: limit }, pagination: { limit, cursor } });
      expect(answer.page.returned).toBe(answer.related.length);
      if (answer.page.has_more) expect(answer.related).toHaveLength(limit);
      seen.push(...answer.related);
      cursor = answer.page.next_cursor;
      more = answer.page.has_more;
    }
    return seen;
  }

  it(`have evidence from the named fields and ids that exist, in ${CHECKED_ITEMS} contexts and lists`, async () => {
    const ids = [...items.keys()].sort();
    const faults: string[] = [];
    const named = new Set<string>();
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
        named.add(item.media.media_id);
        checkGroundings(mediaId, item.grounding, faults);
        checkReason(mediaId, item, faults);
      }
      for (const reference of Object.values(context.item.hierarchy ?? {})) if (reference) named.add(reference.media_id);
    }
    const rest = [...named];
    const resolve = async (): Promise<void> => {
      for (let mediaId = rest.pop(); mediaId !== undefined; mediaId = rest.pop()) {
        const path = `/intelligence/items/${mediaId}/related`;
        const answer = await client(app)
          .as(user)
          .post(path, { relationship_kinds: ['provider_related'] });
        if (answer.status !== 200) faults.push(`${mediaId} gets ${answer.status}`);
      }
    };
    await Promise.all([resolve(), resolve(), resolve(), resolve()]);
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

  /** Checks that both items contain the names of each signal as whole words, in any case. */
  function checkReason(seed: string, item: RelatedItem, faults: string[]): void {
    const fields = { shared_cast: 'people', similar_genre: 'genres', similar_title: 'title', search_match: 'overview' };
    const seriesId = items.get(seed)?.series_id;
    for (const { signal, shared } of item.signals) {
      const field = fields[signal as keyof typeof fields] as string | undefined;
      if (field === undefined) continue;
      for (const name of shared) {
        for (const side of [seriesId ?? seed, item.media.media_id]) {
          const isThere = textsOf(side, field).some((text) => hasWhole(text.toLowerCase(), name.toLowerCase()));
          if (!isThere) faults.push(`${seed}: "${name}" is not in ${field} of ${side}`);
        }
      }
    }
  }

  /** The texts of a field, cleaned as the import cleans them. */
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

function readItems(file: string): CatalogItem[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CatalogItem)
    .filter((record) => record.media_id !== undefined);
}

/** Whether a text contains another one between characters that are neither letters nor digits. */
function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + part.length))) return true;
  }
  return false;
}
