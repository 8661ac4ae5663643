import { episodeLexemes, findEpisodeCode, matchesEpisodeCode } from './episode-codes';

describe('episode codes', () => {
  it.each([
    ['s01e03', 'e1e3'],
    ['s01ep03', 'e1e3'],
    ['s01ep03 ep04', 'e1e3'],
    ['1x03', 'e1e3'],
    ['s01e03e04', 'e1e3'],
    ['s01e03 e04', 'e1e3'],
    ['s2017e20170420', 'e2017e20170420'],
    ['season 2', 'e2'],
    ['season two', 'e2'],
    ['s02', 'e2'],
    ['episode 14', 'ee14'],
    ['season 1 episode 3', 'e1e3'],
    ['season 2005', 'e2005'],
    ['world series 1919', null],
    ['series 3', 'e3'],
    ['contest series 7 s02', 'e2'],
    ['contest series 7 eighth season', 'e8'],
    ['the film', null],
    ['2x4y', null],
  ])('in "%s" give the lexeme %j', (text, lexeme) => {
    expect(findEpisodeCode(text.split(' '))?.lexeme ?? null).toBe(lexeme);
  });

  it.each([
    ['s01e03', 1, 3, true],
    ['s01e03', 1, 2, false],
    ['s01e03', 1, null, false],
    ['season 2', 2, null, true],
    ['season 2', 2, 7, true],
    ['season 2', 1, 7, false],
    ['episode 14', 5, 14, true],
    ['episode 14', 5, null, false],
    ['season 2', null, null, false],
  ])('"%s" matches an item of season %s, episode %s: %s', (text, season_number, episode_number, isMatch) => {
    const code = findEpisodeCode(text.split(' '));
    expect(code !== null && matchesEpisodeCode(code, { season_number, episode_number })).toBe(isMatch);
  });

  it('include the numbers of all episodes of a file, so that these are not searched as words', () => {
    expect(findEpisodeCode('the tide s01e03 e04 e05 fog'.split(' '))?.wordIndexes).toEqual([2, 3, 4]);
    expect(findEpisodeCode(['s01e03', 'e04'])?.wordIndexes).toEqual([0, 1]);
  });

  it('give the lexemes that documents are indexed with', () => {
    expect(episodeLexemes(1, 3)).toEqual(['e1', 'e1e3', 'ee3']);
    expect(episodeLexemes(2, null)).toEqual(['e2']);
    expect(episodeLexemes(null, null)).toEqual([]);
  });
});
