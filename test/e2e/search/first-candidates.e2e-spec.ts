import { createUser, type TestUser } from '../../support/accounts/accounts';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { loadCatalog, nameOf, search } from './candidates-fixture';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  await loadCatalog(app, admin);
});
afterAll(() => app.close());

/** A query, and the name of the first candidate. */
type Case = readonly [query: string, first: string];

const FOLDING: readonly Case[] = [
  ['amélie', 'Amélie'],
  ['amelie', 'Amelie'],
  ['AMÉLIE', 'Amélie'],
  ['AMELIE', 'Amelie'],
  ['ame\u0301lie', 'Amélie'],
  ['le coeur dune mere', "Le Cœur d'une mère"],
  ["le cœur d'une mère", "Le Cœur d'une mère"],
  ['LE CŒUR D’UNE MÈRE', "Le Cœur d'une mère"],
  ['das grosse strassenrennen', 'Das große Straßenrennen'],
  ['Das GROSSE STRASSENRENNEN', 'Das große Straßenrennen'],
  ['das große straßenrennen', 'Das große Straßenrennen'],
  ['DAS GROẞE STRAẞENRENNEN', 'Das große Straßenrennen'],
  ['lodz nights', 'Łódź Nights'],
  ['łódź nights', 'Łódź Nights'],
  ['ŁÓDŹ', 'Łódź Nights'],
  ['smorrebrod', 'Smørrebrød for Two'],
  ['smørrebrød', 'Smørrebrød for Two'],
  ['aero island', 'Ærø Island'],
  ['ÆRØ', 'Ærø Island'],
  ['thorr', 'Þórr and the Giant'],
  ['istanbul hatirasi', 'İstanbul Hatırası'],
  ['İSTANBUL HATIRASI', 'İstanbul Hatırası'],
  ['σισυφος', 'Σίσυφος'],
  ['ΣΙΣΥΦΟΣ', 'Σίσυφος'],
  ['ВОЙНА И МИРЪ', 'Война и миръ'],
  ['елки', 'Ёлки'],
  ['ёлки', 'Ёлки'],
  ['علاء الدين', 'عَلَاءُ الدِّين'],
  ['neo tokyo', 'Ｎｅｏ Ｔｏｋｙｏ'],
  ['ＮＥＯ ＴＯＫＹＯ', 'Ｎｅｏ Ｔｏｋｙｏ'],
  ['ｉｔ', 'It'],
  ['café', 'Café Lumineux'],
  ['cafe', 'Cafe Socialite'],
];

const PUNCTUATION: readonly Case[] = [
  ["schindler's lift", "Schindler's Lift"],
  ['schindlers lift', "Schindler's Lift"],
  ['schindler lift', "Schindler's Lift"],
  ['schindler’s lift', "Schindler's Lift"],
  ['spider-mantis', 'Spider-Mantis'],
  ['spider mantis', 'Spider-Mantis'],
  ['spidermantis', 'Spider-Mantis'],
  ['amazing spidermantis', 'The Amazing Spider Mantis Returns'],
  ['amazing spider-mantis', 'The Amazing Spider Mantis Returns'],
  ['super frog', 'Superfrog'],
  ['super-frog', 'Superfrog'],
  ['x rays', 'X-Rays'],
  ['xrays', 'X-Rays'],
  ['mars', 'M*A*R*S'],
  ['m.a.r.s.', 'M*A*R*S'],
  ['the pursuit of d.b. copper', 'The Pursuit of D. B. Copper'],
  ['pursuit of db copper', 'The Pursuit of D. B. Copper'],
  ['avventuriera', "L'Avventuriera"],
  ['lavventuriera', "L'Avventuriera"],
  ['l avventuriera', "L'Avventuriera"],
  ['rock n roll orchard', "Rock'n'Roll Orchard"],
  ['rocknroll orchard', "Rock'n'Roll Orchard"],
  ['10000 sheep', '10,000 Sheep'],
  ['10.000 sheep', '10,000 Sheep'],
  ['fast and frugal', 'Fast & Frugal'],
  ['fast & frugal', 'Fast & Frugal'],
  ['them', 'Them!'],
  ['schindler\u02bcs lift', "Schindler's Lift"],
  ["ka'ena point", 'Kaʻena Point'],
  ['kaena point', 'Kaʻena Point'],
  ['kaʻena point', 'Kaʻena Point'],
  ['???', '???'],
  ['"???"', '???'],
  ['??? 1978', '???'],
  ['??? (1978)', '???'],
  ['“???” movie', '???'],
];

const STOP_WORDS: readonly Case[] = [
  ['it', 'It'],
  ['It', 'It'],
  ['her', 'Her'],
  ['the who', 'The Who'],
  ['who', 'The Who'],
];

const NUMBERS: readonly Case[] = [
  ["ocean's 11 whales", "Ocean's Eleven Whales"],
  ['oceans eleven whales', "Ocean's Eleven Whales"],
  ['boulder 2', 'Boulder II'],
  ['boulder ii', 'Boulder II'],
  ['boulder two', 'Boulder II'],
  ['boulder', 'Boulder'],
  ['7 lamps', 'Seven Lamps'],
  ['2046 miles', '2046 Miles'],
  ['twenty forty six', '2046 Miles'],
  ['1984', '1984'],
  ['stone garden 1961', 'Stone Garden'],
  ['1961 stone garden', 'Stone Garden'],
  ['world series 1919', 'Eight Bats Out'],
  ['season 1919', 'Eight Bats Out'],
];

const SCRIPTS: readonly Case[] = [
  ['千と千尋の神隠し', '千と千尋の神隠し'],
  ['千尋', '千と千尋の神隠し'],
  ['神隠し', '千と千尋の神隠し'],
  ['東京', '東京物語'],
  ['東京物語', '東京物語'],
  ['기생충', '기생충'],
  ['기생', '기생충'],
  ['นางนาก', 'นางนาก'],
  ['นาก', 'นางนาก'],
  ['ガンダム', 'ガンダム'],
  ['ｶﾞﾝﾀﾞﾑ', 'ガンダム'],
  ['愛', '愛'],
  ['東', '東京物語'],
];

const OTHER_TITLES: readonly Case[] = [
  ['spirited away', '千と千尋の神隠し'],
  ['tokyo story', '東京物語'],
  ['parasite', '기생충'],
  ['sisyphus', 'Σίσυφος'],
  ['war and peace', 'Война и миръ'],
  ['heart of a mother', "Le Cœur d'une mère"],
  ['the original destiny', 'Le Fabuleux Destin'],
  ['fabuleux destin, le', 'Le Fabuleux Destin'],
  ['still waters', 'Quiet Harbour'],
  ['puerto tranquilo', 'Quiet Harbour'],
  ['multitude gamma 59', 'Crowd Scene'],
];

const EPISODES: readonly Case[] = [
  ['the fosterlings', 'The Fosterlings'],
  ['fosterlings', 'The Fosterlings'],
  ['the fosterlings pilot', 'The Fosterlings / Pilot'],
  ['pilot the fosterlings', 'The Fosterlings / Pilot'],
  ['fosterlings s01e03', 'The Fosterlings / Episode 3'],
  ['s01e03 the fosterlings', 'The Fosterlings / Episode 3'],
  ['1x03 the fosterlings', 'The Fosterlings / Episode 3'],
  ['the fosterlings 1x03', 'The Fosterlings / Episode 3'],
  ['the fosterlings s01e03e04', 'The Fosterlings / Episode 3'],
  ['the fosterlings S01E03-E04', 'The Fosterlings / Episode 3'],
  ['S1E3 fosterlings', 'The Fosterlings / Episode 3'],
  ['the fosterlings season 1 episode 3', 'The Fosterlings / Episode 3'],
  ['season 2 the fosterlings', 'The Fosterlings / Season 2'],
  ['the fosterlings season 2', 'The Fosterlings / Season 2'],
  ['the fosterlings season two', 'The Fosterlings / Season 2'],
  ['fosterlings s02', 'The Fosterlings / Season 2'],
  ['things unknown', 'The Fosterlings / Things Unknown'],
  ['harbour watch fog', 'Harbour Watch / Fog'],
  ['harbour watch 1x3', 'Harbour Watch / Fog'],
  ['harbour watch pilot', 'Harbour Watch / Pilot'],
  ['hafenwache', 'Harbour Watch'],
  ['fostrlings s02e03', 'The Fosterlings / Play'],
  ['the fosterligns season 2 episode 3', 'The Fosterlings / Play'],
  ['the fosterligns season 2', 'The Fosterlings / Season 2'],
];

const FIELDS: readonly Case[] = [
  ['ada brandt otto vance', 'The Lighthouse Keeper'],
  ['ada brandt rita solano', 'Stone Garden'],
  ['otto vance jean luc marais', 'Winter Road'],
  ['starring iva morel directed by sten falk', 'Tin Orchestra'],
  ['composed by iva morel directed by sten falk', 'Glass Orchestra'],
  ['zoe kravchenko', 'Paper Moons'],
  ['captain nimbus', 'Paper Moons'],
  ['dora quillfeather', 'Crowd Scene'],
  ['mapmaker sails to an archipelago with a parrot', 'The Cartographer'],
  ['sailing mapmakers', 'The Cartographer'],
  ['prospecting', 'Silver Mine'],
  ['zeppelin mill', 'Valley of the Mill'],
  ['ants in the desert', 'Them!'],
];

const MISSPELLINGS: readonly Case[] = [
  ['the matriarhc reloaded', 'The Matriarch Reloaded'],
  ['matriach reloaded', 'The Matriarch Reloaded'],
  ['matriarch relloaded', 'The Matriarch Reloaded'],
  ['nebrasks skies', 'Nebraska Skies'],
  ['nebaska', 'Nebraska Skies'],
  ['cartogrpaher', 'The Cartographer'],
  ['supefrog', 'Superfrog'],
  ['stone gardne', 'Stone Garden'],
  ['neb7aska', 'Nebraska Skies'],
  ['supe3fr0g', 'Superfrog'],
];

const BEGINNINGS: readonly Case[] = [
  ['the matriarch', 'The Matriarch Reloaded'],
  ['the amazing spider', 'The Amazing Spider Mantis Returns'],
  ['nebr', 'Nebraska Skies'],
  ['the lighthouse k', 'The Lighthouse Keeper'],
  ['hotel', 'Hotel'],
  ['hotel para', 'Hotel Paradiso'],
  ['matriarch rel', 'The Matriarch Reloaded'],
  ['amazing spi', 'The Amazing Spider Mantis Returns'],
  ['pursuit of d', 'The Pursuit of D. B. Copper'],
  ['a lighthouse k', 'The Lighthouse Keeper'],
  ['the nebraska sk', 'Nebraska Skies'],
  ['lighthousekeeper', 'The Lighthouse Keeper'],
  ['cartograph', 'The Cartographer'],
  ['spider mantis ret', 'The Amazing Spider Mantis Returns'],
  ['pursuit copp', 'The Pursuit of D. B. Copper'],
  ['keeper lightho', 'The Lighthouse Keeper'],
  ['dora quillf', 'Crowd Scene'],
  ['zoe krav', 'Paper Moons'],
];

describe.each([
  ['folding of letters in the query and in the title', FOLDING],
  ['punctuation, between words or alone', PUNCTUATION],
  ['titles that consist of stop words', STOP_WORDS],
  ['numbers in digits, words or Roman numerals', NUMBERS],
  ['other scripts than Latin', SCRIPTS],
  ['aliases, original and sort titles', OTHER_TITLES],
  ['series, seasons and episodes', EPISODES],
  ['people, genres and overviews', FIELDS],
  ['misspellings', MISSPELLINGS],
  ['beginnings of titles and of words, and titles without spaces', BEGINNINGS],
])('%s', (_, cases) => {
  it.each(cases)('%s finds %s first, with a grounding for each match', async (query, first) => {
    const { candidates } = await search(app, admin, query, { caps: { candidate_limit: 50 } });
    expect(candidates.map(nameOf)[0]).toBe(first);
    for (const { matched, grounding } of candidates) {
      expect(matched).not.toEqual([]);
      expect(grounding).toHaveLength(matched.length);
    }
  });
});
