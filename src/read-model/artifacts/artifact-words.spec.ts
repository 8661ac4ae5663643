import { artifactLexemes, queryLexemes } from './artifact-words';

describe('the words of an artifact', () => {
  it.each([
    ["L'Honour of the clan", 'honour'],
    ["L'Honour of the clan", "l'honour"],
    ['The colour-blind painter', 'colourblind'],
    ['The colour-blind painter', 'colour-blind'],
    ["L'Avventura", 'avventura'],
    ['Spider-Man', 'spiderman'],
  ])('of the title %j contain those of the query %j, in the spelling of the title', (title, query) => {
    expect(artifactLexemes(title, '')).toEqual(expect.arrayContaining(queryLexemes(query)));
    expect(artifactLexemes('', title)).toEqual(expect.arrayContaining(queryLexemes(query)));
  });
});
