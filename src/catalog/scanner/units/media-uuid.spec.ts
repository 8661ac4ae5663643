import fc from 'fast-check';
import { findMediaId, isReservedUuid } from '../../../common/media-id';
import { toNamedUuid, toScannedMediaId } from './media-uuid';

const NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('toNamedUuid gives the example of RFC 9562 the UUID in the RFC', () => {
  expect(toNamedUuid(NAMESPACE, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('a composed and a decomposed form of a name give the same id', () => {
  const [decomposed, composed] = ['é'.normalize('NFD'), 'é'.normalize('NFC')];
  expect(toScannedMediaId(NAMESPACE, 'movie', [decomposed])).toBe(toScannedMediaId(NAMESPACE, 'movie', [composed]));
});

test('items of different kinds with the same name have different UUIDs', () => {
  const [movie, series] = (['movie', 'series'] as const).map((kind) => toScannedMediaId(NAMESPACE, kind, ['a']));
  expect(findMediaId(movie ?? '')?.uuid).not.toBe(findMediaId(series ?? '')?.uuid);
});

test('no scanned item gets the nil or the max UUID', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.array(fc.string()), (libraryId, identity) => {
      const uuid = findMediaId(toScannedMediaId(libraryId, 'movie', identity))?.uuid ?? '';
      // The version of the UUID, which is 0 in the nil UUID and f in the max UUID.
      expect(uuid[14]).toBe('5');
      expect(isReservedUuid(uuid)).toBe(false);
    }),
  );
});
