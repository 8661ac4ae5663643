import type { SeedTerm } from '../seed/seed-row';
import { findSharedWords } from './shared-terms';

const word = (lexeme: string, label: string): SeedTerm => {
  return { kind: 'word', key: `o${lexeme}`, label, documents: 2, rarity: 0.9, position: 0 };
};

describe('findSharedWords', () => {
  it('returns a word in a form that both texts contain', () => {
    const shared = findSharedWords([word('comet', 'comets')], 'Two comets beside a comet.', 'A comet at sea.');
    expect(shared.map(({ label }) => label)).toEqual(['comet']);
  });

  it('leaves out a word that has no form in common', () => {
    expect(findSharedWords([word('marri', 'married')], 'She married.', 'He marries.')).toEqual([]);
    expect(findSharedWords([word('marimba', 'marimba')], 'A marimba.', 'Nothing.')).toEqual([]);
  });

  it('leaves out a word that is only a part of a word of the other text', () => {
    expect(findSharedWords([word('miss', 'Miss')], 'Miss Marple.', 'Missing girls.')).toEqual([]);
    expect(findSharedWords([word('miss', 'missing')], 'Missing girls.', 'A miss is a mile.')).toEqual([]);
  });

  it('returns a word that is joined to another word by a hyphen', () => {
    expect(findSharedWords([word('spider', 'Spider')], 'Spider.', 'Spider-Man.').map(({ label }) => label)).toEqual([
      'Spider',
    ]);
  });
});
