import { type PlannedMedia, toWriteOrder } from './batch-plan';
import type { MediaRecord } from './records/catalog-record';

/** Returns a planned item. The order depends only on its ids. */
function planned(mediaId: string, seriesId: string | null = null): PlannedMedia {
  return { record: { mediaId, seriesId } as MediaRecord, libraryId: 'library' };
}

test('items are written in the order of their ids, and those of a series together', () => {
  const items = [planned('d'), planned('b'), planned('e', 'b'), planned('c'), planned('a', 'b')];
  expect(toWriteOrder(items).map(({ record }) => record.mediaId)).toEqual(['b', 'e', 'a', 'c', 'd']);
});
