/** Searches by the newest words of each field, as a write has just brought them: found at once, and only where they are. */
import fc from 'fast-check';
import { type Command, command, instance } from './command';
import { type Expectation, type Reader, requireLive } from './reads';
import { CHILDREN, type Item } from './world';

interface FoundMedia {
  candidates: { media: { media_id: string } }[];
}

/** Each field of the index with the word of an item that stands in it; a field's words are searched in it and in all. */
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
 * Searches for an item by the word of each of its fields, in that field and in all, as a filter, and for what takes over
 * the title of its series by that: all of it is found if the user sees it, counted or not, and nothing else is.
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

async function requireFound(reader: Reader, expected: Expectation, item: Item, request: Asked): Promise<void> {
  const answer = await reader.client.post<FoundMedia>('/intelligence/candidates:search', request, { expect: 200 });
  requireLive(answer, reader, expected, [request.query]);
  if (!expected.exact || item.pending) return;
  const found = answer.body.candidates.map(({ media }) => media.media_id);
  const isShown = item.available && expected.world.sees(reader.user, item.slot);
  expect([request, found.includes(item.mediaId)]).toEqual([request, isShown]);
}

interface Asked extends Record<string, unknown> {
  readonly query: string;
}

/** A count of the words in the middle of everything: what came before has counts then, what comes after has none. */
export const count: fc.Arbitrary<Command> = instance.map((at) =>
  command(`count the words at ${at}`, (_world, stage) => stage.countWords(at)),
);
