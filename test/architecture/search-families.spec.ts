import { withTypo } from '../../bench/sections/search-families';

describe('a title with a typo', () => {
  it.each([
    ['The Wolf', 'The Wlof'],
    ['Boots', 'Botos'],
    ['Eel Street', 'Eel Srteet'],
    ['IiIs', 'IiIs'],
  ])('of %j is %j', (title, misspelled) => expect(withTypo(title)).toBe(misspelled));
});
