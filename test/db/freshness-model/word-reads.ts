/** Searches for words that a write has just stored. They find the item before the lexicon counts these words. */
import fc from 'fast-check';
import { type Command, command } from './command';
import { type Expectation, type Reader, requireLive } from './reads';
import { CHILDREN, type Item } from './world';

interface FoundMedia {
  candidates: { media: { media_id: string } }[];
}

/** Returns pairs of an indexed field and the word of the item in this field. */
function wordsByField({ kind, words }: Item): [string, string][] {
  const texts: [string, string][] = [
    ['title', words.title],
    ['overview', words.overview],
  ];
  if (kind !== 'season') texts.push(['people', words.person]);
  if (kind === 'movie' || kind === 'series') texts.push(['genres', words.genre]);
  return texts;
}

/**
 * Searches for an item by the word of each field, in that field and in all fields; by its title with a genre or person
 * filter; and, for a child of the series, by the title of the series. An item that is not pending is found if and only
 * if it is available and the user sees it, whether or not the lexicon counts its words yet.
 */
export async function readNewWords(reader: Reader, expected: Expectation, slot: string): Promise<void> {
  const { world } = expected;
  const item = world.items.get(slot);
  if (item === undefined) return;
  for (const [field, word] of wordsByField(item)) {
    await requireFound(reader, expected, item, { query: word });
    await requireFound(reader, expected, item, { query: word, search_in: [field] });
  }
  const { title, genre, person } = item.words;
  if (item.kind === 'movie' || item.kind === 'series') {
    await requireFound(reader, expected, item, { query: title, filters: { genres: { any: [`Genre ${genre}`] } } });
    await requireFound(reader, expected, item, { query: title, filters: { people: [`Ada ${person}`] } });
  }
  const series = world.items.get('series1');
  if (series === undefined || !(CHILDREN as readonly string[]).includes(slot)) return;
  await requireFound(reader, expected, item, { query: series.words.title, media_kinds: [item.kind] });
}

async function requireFound(reader: Reader, expected: Expectation, item: Item, request: SearchRequest): Promise<void> {
  const answer = await reader.client.post<FoundMedia>('/intelligence/candidates:search', request, { expect: 200 });
  requireLive(answer, reader, expected, [request.query]);
  if (!expected.exact || item.pending) return;
  const foundIds = answer.body.candidates.map(({ media }) => media.media_id);
  const isShown = item.available && expected.world.sees(reader.user, item.slot);
  expect([request, foundIds.includes(item.mediaId)]).toEqual([request, isShown]);
}

interface SearchRequest extends Record<string, unknown> {
  readonly query: string;
}

/** Refreshes the lexicon between other commands: words of earlier commands then have counts, later words have none. */
export const refreshLexicon: fc.Arbitrary<Command> = fc.constant(
  command('refresh the lexicon', (_world, stage) => stage.refreshLexicon()),
);
