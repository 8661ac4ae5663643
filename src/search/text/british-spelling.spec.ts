import { toAmericanSpelling } from './british-spelling';
import { stemWord } from './stem';
import { stemPrefixOf } from './stem-prefixes';

const PAIRS: readonly (readonly [british: string, american: string])[] = [
  ['colour', 'color'],
  ['colours', 'colors'],
  ['colourful', 'colorful'],
  ['favourite', 'favorite'],
  ['honourable', 'honorable'],
  ['neighbourhood', 'neighborhood'],
  ['armoury', 'armory'],
  ['centre', 'center'],
  ['centres', 'centers'],
  ['centred', 'centered'],
  ['theatre', 'theater'],
  ['sabretooth', 'sabertooth'],
  ['grey', 'gray'],
  ['greys', 'grays'],
  ['greyer', 'grayer'],
  ['realise', 'realize'],
  ['realising', 'realizing'],
  ['organisation', 'organization'],
  ['recognised', 'recognized'],
  ['memorise', 'memorize'],
  ['apologises', 'apologizes'],
  ['sympathiser', 'sympathizer'],
  ['hypnotised', 'hypnotized'],
  ['colourised', 'colorized'],
  ['glamourising', 'glamorizing'],
  ['vapouriser', 'vaporizer'],
  ['paralysed', 'paralyzed'],
  ['analysing', 'analyzing'],
  ['catalogue', 'catalog'],
  ['catalogued', 'cataloged'],
  ['cataloguing', 'cataloging'],
  ['programme', 'program'],
  ['programmes', 'programs'],
  ['defence', 'defense'],
  ['defenceless', 'defenseless'],
  ['licenced', 'licensed'],
  ['practising', 'practicing'],
  ['jewellery', 'jewelry'],
  ['moustache', 'mustache'],
  ['manoeuvres', 'maneuvers'],
  ['sceptical', 'skeptical'],
  ['aeroplanes', 'airplanes'],
  ['cosy', 'cozy'],
  ['sombre', 'somber'],
];

describe('British and American spellings', () => {
  it.each(PAIRS)('such as "%s" and "%s" have the same stem, and both begin with its prefix', (british, american) => {
    const lexeme = stemWord(british);
    expect(stemWord(american)).toBe(lexeme);
    expect([british, american].filter((word) => !word.startsWith(stemPrefixOf(lexeme)))).toEqual([]);
  });

  it.each(
    'hour four tour devour velour acre genre ogre louvre programmer surprise promise exercise paradise franchise raise rise noise louise paris iris analysis boulder greek sombrero'.split(
      ' ',
    ),
  )('do not include "%s", which is not replaced', (word) => {
    expect(toAmericanSpelling(word)).toBe(word);
  });
});
