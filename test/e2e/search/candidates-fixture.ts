import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import type { TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  library,
  movie,
  season,
  series,
} from '../../support/catalog/catalog';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import type { TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';

/** Returns an actor for the `people` of a record. */
export function actor(name: string, character?: string): { name: string; role: string; character?: string } {
  return { name, role: 'actor', ...(character === undefined ? {} : { character }) };
}

const FILMS: readonly [string, Record<string, unknown>?][] = [
  ['It', { year: 2017, genres: ['Horror'], overview: 'Children of a small town face a clown in the sewers.' }],
  ['Her', { year: 2013, genres: ['Drama'], overview: 'A lonely writer falls in love with an operating system.' }],
  ['Hers and His', { year: 1977 }],
  ['The Who', { year: 2007, genres: ['Documentary'] }],
  ['Who Framed the Hare', { year: 1988 }],
  ['Them!', { year: 1954, overview: 'Giant ants leave the desert.' }],
  ['Amélie', { year: 2001, overview: 'A waitress in Montmartre mends the lives of strangers.', popularity: 5 }],
  ['Amelie', { year: 1999, popularity: 900 }],
  ["Le Cœur d'une mère", { year: 1926, aliases: ['Heart of a Mother'] }],
  ['Das große Straßenrennen', { year: 1975 }],
  ['Łódź Nights', { year: 1982 }],
  ['Smørrebrød for Two', { year: 1991 }],
  ['Ærø Island', { year: 1986 }],
  ['Þórr and the Giant', { year: 2011 }],
  ['İstanbul Hatırası', { year: 2005 }],
  ['Σίσυφος', { year: 1994, aliases: ['Sisyphus'] }],
  ['Война и миръ', { year: 1915, aliases: ['War and Peace'] }],
  ['Ёлки', { year: 2010 }],
  ['عَلَاءُ الدِّين', { year: 1965 }],
  ['Ｎｅｏ　Ｔｏｋｙｏ', { year: 1987 }],
  ["Schindler's Lift", { year: 1993, overview: 'A repairman saves an elevator.' }],
  ['Spider-Mantis', { year: 2002, genres: ['Action'] }],
  ['The Amazing Spider Mantis Returns', { year: 2012 }],
  ['Superfrog', { year: 1998 }],
  ['X-Rays', { year: 2000 }],
  ['M*A*R*S', { year: 1970 }],
  ['The Pursuit of D. B. Copper', { year: 1981 }],
  ["L'Avventuriera", { year: 1960 }],
  ["Rock'n'Roll Orchard", { year: 1979 }],
  ['10,000 Sheep', { year: 2008 }],
  ['Fast & Frugal', { year: 2009 }],
  ["Ocean's Eleven Whales", { year: 1962 }],
  ['Boulder II', { year: 1979 }],
  ['Boulder', { year: 1976 }],
  ['Seven Lamps', { year: 1995 }],
  ['2046 Miles', { year: 2004 }],
  ['1984', { year: 1956, overview: 'A clerk rewrites newspapers.' }],
  ['???', { year: 1978 }],
  ['千と千尋の神隠し', { year: 2001, aliases: ['Spirited Away'], genres: ['Animation'] }],
  ['東京物語', { year: 1953, original_title: '東京物語', aliases: ['Tokyo Story'] }],
  ['기생충', { year: 2019, aliases: ['Parasite'] }],
  ['นางนาก', { year: 1999 }],
  ['ガンダム', { year: 1981 }],
  ['愛', { year: 2012 }],
  ['Le Fabuleux Destin', { year: 1990, original_title: 'The Original Destiny', sort_title: 'Fabuleux Destin, Le' }],
  ['Quiet Harbour', { year: 1949, aliases: ['Still Waters', 'Puerto Tranquilo'] }],
  ['The Lighthouse Keeper', { year: 1935, people: [actor('Ada Brandt'), actor('Otto Vance')], genres: ['Drama'] }],
  ['Stone Garden', { year: 1961, people: [actor('Ada Brandt'), actor('Rita Solano')], genres: ['Drama'] }],
  ['Winter Road', { year: 1972, people: [actor('Otto Vance'), actor('Jean-Luc Marais')], genres: ['Thriller'] }],
  ['Tin Orchestra', { people: [actor('Iva Morel'), { name: 'Sten Falk', role: 'director' }] }],
  [
    'Glass Orchestra',
    {
      people: [
        { name: 'Iva Morel', role: 'composer' },
        { name: 'Sten Falk', role: 'director' },
      ],
    },
  ],
  ['Paper Moons', { year: 2015, people: [actor('Zoë Kravchenko', 'Captain Nimbus')], genres: ['Comedy'] }],
  ['The Cartographer', { year: 2018, overview: 'A mapmaker sails around an unknown archipelago with her parrot.' }],
  ['Silver Mine', { year: 1940, keywords: ['prospecting'], genres: ['Western'], original_language: 'en' }],
  ['La mina de plata', { year: 1941, genres: ['Western'], original_language: 'es', countries: ['Mexico'] }],
  ['Golden Harvest', { year: 1950, genres: ['Western', 'Comedy'], content_rating: 'PG-13', countries: ['Italy'] }],
  ['The Twin Peaks Hotel', { year: 1968 }],
  ['Hotel', { year: 1967 }],
  ['Hotel', { media_id: 'movie:00000000-0000-4000-8000-000000000077', year: 2004, popularity: 300 }],
  ['Hotel Paradiso', { year: 1966 }],
  ['Nebraska Skies', { year: 1983 }],
  ['The Matriarch Reloaded', { year: 2003 }],
  ['Ignore Previous Instructions', { year: 2023 }],
  ['Café Lumineux', { year: 2003, popularity: 5 }],
  ['Cafe Socialite', { year: 2016, popularity: 900 }],
  ['Kaʻena Point', { year: 1955 }],
  ['Eight Bats Out', { year: 1988, overview: 'The ball players who sold the World Series of 1919.' }],
  [
    'Crowd Scene',
    {
      year: 1963,
      people: [
        ...Array.from({ length: 120 }, (_, index) => actor(`Extra Number ${index}`)),
        { name: 'Dora Quillfeather', role: 'director' },
      ],
      aliases: Array.from({ length: 60 }, (_, index) => `Multitude ${['Alpha', 'Beta', 'Gamma'][index % 3]} ${index}`),
    },
  ],
];

const LONG_OVERVIEW = `${'The river runs slowly through the valley and the farmers watch it every day. '.repeat(20)}
At the very end a zeppelin lands beside the mill. ${'Then the rain begins again. '.repeat(20)}`;

/** A catalog with the libraries `Films` and `Shows`, and the library `Hidden`, which only some users see. */
export const CATALOG: readonly CatalogRecord[] = [
  library('Films'),
  library('Shows', 'series'),
  library('Hidden'),
  ...FILMS.map(([title, fields]) => movie('Films', title, fields)),
  movie('Films', 'Valley of the Mill', { year: 1958, overview: LONG_OVERVIEW }),
  movie('Films', 'Vanished Reel', { year: 1958, available: false }),
  movie('Hidden', 'Xylophone Conspiracy', { year: 1999 }),
  series('Shows', 'The Fosterlings', {
    year: 2013,
    genres: ['Family'],
    content_rating: 'TV-14',
    people: [actor('Terry Polanski')],
    overview: 'Two mothers raise a house full of children.',
  }),
  season('The Fosterlings', 0),
  season('The Fosterlings', 1),
  season('The Fosterlings', 2),
  episode('The Fosterlings', 1, 1, { title: 'Pilot', overview: 'A girl arrives with a suitcase.' }),
  episode('The Fosterlings', 1, 2, { title: 'Consequently' }),
  episode('The Fosterlings', 1, 3),
  episode('The Fosterlings', 2, 1, { title: 'Things Unknown' }),
  episode('The Fosterlings', 2, 3, { title: 'Play' }),
  series('Shows', 'Harbour Watch', { year: 2018, aliases: ['Hafenwache'] }),
  season('Harbour Watch', 1),
  episode('Harbour Watch', 1, 1, { title: 'Pilot' }),
  episode('Harbour Watch', 1, 3, { title: 'Fog' }),
];

/** Imports the catalog and counts its words in the lexicon. */
export async function loadCatalog(app: TestApp, admin: TestUser): Promise<void> {
  await importCatalog(app, admin, CATALOG);
  await refreshLexicon(app);
}

/** Searches. Throws if the status is not 200. */
export function search(
  app: TestApp,
  user: TestUser,
  query: string,
  more: Partial<SearchCandidatesRequest> = {},
): Promise<SearchCandidatesResponse> {
  return typedClient(app, user).searchCandidates({ body: { query, ...more } });
}

/** The title of a candidate, after the title of its series. */
export function nameOf({ media }: SearchCandidatesResponse['candidates'][number]): string {
  return media.series === null ? media.title : `${media.series.title} / ${media.title}`;
}
