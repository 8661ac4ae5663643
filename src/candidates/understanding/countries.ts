/** Finds the countries that a query asks for: "korean dramas", "french movies from the 1960s", "shows from Japan". */
import { findYear } from '../../search/text/numerals';
import { isStopWord } from '../../search/text/stop-words';
import { isConnecting, isKindWord } from './fillers';
import { isInSpan, type WordsToInterpret, type WordSpan } from './words-to-interpret';

/** A country with its names in catalogs. */
export interface Country {
  /** The English name, which answers use. */
  readonly name: string;
  /** Names and ISO 3166 codes of the country in catalogs. An item is from the country if it lists one of them. */
  readonly labels: readonly string[];
}

/**
 * A country that an item should be from. Its words are also searched in titles and other texts, because many catalogs
 * list no countries.
 */
export interface CountryDemand extends WordSpan {
  readonly kind: 'country';
  /** The country that the words name. */
  readonly country: Country;
  /** All countries of the query. An item from one of them meets the demand: "french or italian comedies". */
  readonly anyOf: readonly Country[];
  readonly isCertain: false;
}

/**
 * Each line has the name, further labels of catalogs, and adjectives. The name is a label, too. "English" is missing,
 * because it usually means the language.
 */
const COUNTRY_LINES = `
Argentina | AR, ARG | argentine, argentinian
Australia | AU, AUS | australian
Austria | AT, AUT | austrian
Belgium | BE, BEL | belgian
Brazil | BR, BRA | brazilian
Canada | CA, CAN | canadian
Chile | CL, CHL | chilean
China | CN, CHN, People's Republic of China | chinese
Colombia | CO, COL | colombian
Czech Republic | CZ, CZE, Czechia | czech
Denmark | DK, DNK | danish
Egypt | EG, EGY | egyptian
Finland | FI, FIN | finnish
France | FR, FRA | french
Germany | DE, DEU, West Germany, East Germany | german
Greece | GR, GRC | greek
Hong Kong | HK, HKG |
Hungary | HU, HUN | hungarian
Iceland | IS, ISL | icelandic
India | IN, IND | indian
Indonesia | ID, IDN | indonesian
Iran | IR, IRN | iranian
Ireland | IE, IRL | irish
Israel | IL, ISR | israeli
Italy | IT, ITA | italian
Japan | JP, JPN | japanese
Malaysia | MY, MYS | malaysian
Mexico | MX, MEX | mexican
Netherlands | NL, NLD, The Netherlands | dutch
New Zealand | NZ, NZL |
Nigeria | NG, NGA | nigerian
Norway | NO, NOR | norwegian
Pakistan | PK, PAK | pakistani
Philippines | PH, PHL | filipino, philippine
Poland | PL, POL | polish
Portugal | PT, PRT | portuguese
Romania | RO, ROU | romanian
Russia | RU, RUS, Russian Federation, Soviet Union | russian
Singapore | SG, SGP | singaporean
South Africa | ZA, ZAF | south african
South Korea | KR, KOR, Korea, Republic of Korea | korean, south korean
Spain | ES, ESP | spanish
Sweden | SE, SWE | swedish
Switzerland | CH, CHE | swiss
Taiwan | TW, TWN | taiwanese
Thailand | TH, THA | thai
Turkey | TR, TUR, Türkiye | turkish
Ukraine | UA, UKR | ukrainian
United Kingdom | GB, GBR, UK, Great Britain | british
United States | US, USA, United States of America | american
Vietnam | VN, VNM, Viet Nam | vietnamese
`;

/** Maximum number of words of a name or an adjective in a query. */
const COUNTRY_WORDS_MAX = 2;

const COUNTRIES_BY_ADJECTIVE = new Map<string, Country>();
const COUNTRIES_BY_NAME = new Map<string, Country>();

for (const line of COUNTRY_LINES.trim().split('\n')) {
  const [name = '', labels = '', adjectives = ''] = line.split('|').map((part) => part.trim());
  const country: Country = { name, labels: [name, ...labels.split(', ')] };
  COUNTRIES_BY_NAME.set(name.toLowerCase(), country);
  if (adjectives !== '') for (const each of adjectives.split(', ')) COUNTRIES_BY_ADJECTIVE.set(each, country);
}

/**
 * Returns the countries of a query that consists of countries, kinds, genres, years, exclusions, and words such as "in"
 * or "best", with at least one kind or genre. The adjective of a country may be anywhere, its name only after "from".
 * Returns none for other queries, because "French Kiss" and "American Graffiti" are titles.
 *
 * @param isListWord tells whether a word may describe a list, such as "best"
 * @param others the words that name years or exclusions
 * @param end index after the last word that is read; default: the whole query
 */
export function findCountryDemands(
  query: WordsToInterpret,
  isListWord: (folded: string) => boolean,
  others: readonly WordSpan[],
  end = query.words.length,
): CountryDemand[] {
  const folded = query.folded.slice(0, end);
  const spans: CountrySpan[] = [];
  let describesItems = false;
  for (let index = 0; index < folded.length; index += 1) {
    const word = folded[index] ?? '';
    const country = countryAt(query, index);
    const genre = query.genreAt(index);
    if (country !== null) {
      spans.push(country);
      index = country.end - 1;
    } else if (genre !== null) {
      describesItems = true;
      index = genre.end - 1;
    } else if (isKindWord(word)) describesItems = true;
    else if (
      !isConnecting(word) &&
      !isStopWord(word) &&
      !isListWord(word) &&
      findYear(word) === null &&
      !others.some((other) => isInSpan(other, index))
    )
      return [];
  }
  const anyOf = spans.map(({ country }) => country);
  return describesItems ? spans.map((span) => ({ kind: 'country', ...span, anyOf, isCertain: false })) : [];
}

interface CountrySpan extends WordSpan {
  readonly country: Country;
}

/** Returns the longest range of uninterpreted words that begins at `start` and names a country; null if none does. */
function countryAt(query: WordsToInterpret, start: number): CountrySpan | null {
  const { folded } = query;
  for (let end = Math.min(folded.length, start + COUNTRY_WORDS_MAX); end > start; end -= 1) {
    if (folded.slice(start, end).some((_, offset) => query.isInterpreted(start + offset))) continue;
    const words = folded.slice(start, end).join(' ');
    const isAfterFrom = folded[start - 1] === 'from' || (folded[start - 1] === 'the' && folded[start - 2] === 'from');
    const country = COUNTRIES_BY_ADJECTIVE.get(words) ?? (isAfterFrom ? COUNTRIES_BY_NAME.get(words) : undefined);
    if (country !== undefined) return { country, start, end };
  }
  return null;
}
