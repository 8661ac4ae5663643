import { artifactLexemes, queryLexemes } from './artifact-words';

describe('the lexemes of an artifact', () => {
  it.each([
    ["L'Honour of the clan", 'honour'],
    ["L'Honour of the clan", "l'honour"],
    ['The colour-blind painter', 'colourblind'],
    ['The colour-blind painter', 'colour-blind'],
    ["L'Avventura", 'avventura'],
    ['Spider-Man', 'spiderman'],
  ])('with the title or the summary %j include the lexemes of the query %j', (title, query) => {
    expect(artifactLexemes(title, '')).toEqual(expect.arrayContaining(queryLexemes(query)));
    expect(artifactLexemes('', title)).toEqual(expect.arrayContaining(queryLexemes(query)));
  });
});
