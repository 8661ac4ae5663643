import fc from 'fast-check';
import { findItemIds } from './item-ids';

describe('findItemIds', () => {
  it('is certain about an id of IMDb, unless the name of another provider precedes the id', () => {
    const id = fc.stringMatching(/^tt\d{7,9}$/);
    const provider = fc.constantFrom('imdb', 'IMDb', 'tmdb', 'tvdb', 'x.imdb', 'imdb-mirror');
    fc.assert(
      fc.property(id, provider, (text, name) => {
        expect(findItemIds(text)?.isCertain).toBe(true);
        expect(findItemIds(`${name}:${text}`)?.isCertain).toBe(name.toLowerCase() === 'imdb');
      }),
    );
  });
});
