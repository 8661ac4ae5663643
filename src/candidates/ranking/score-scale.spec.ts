import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import type { CandidateRow, CheckedTexts } from './candidate-row';
import { Ranker } from './ranking';
import { ORDER_NAME } from './score-scale';

const DOCUMENTS = new Map([
  ...['tlamp', 'olamp', 'train'].map((lexeme): [string, number] => [lexeme, 40]),
  ...['pada', 'pbrandt', 'tharbor', 'oharbor'].map((lexeme): [string, number] => [lexeme, 5]),
]);

function rankerOf(text: string): Ranker {
  const query = toSearchQuery(text, undefined);
  return new Ranker(query, weighWords(query, { total: 1_000, documents: DOCUMENTS, nearSpellings: [] }));
}

/** Returns a row of a film with a leading person and an overview. */
function filmRow(title: string, name: string, overview: string): CandidateRow {
  const document = new DocumentLexemes();
  document.addTitle(title);
  document.addText('people', name, 2);
  document.addText('overview', overview);
  return { ...candidateRow([title], 1950), profile: document.build().profile, prominence: 0.5 };
}

function comedyRow(title: string): CandidateRow {
  const document = new DocumentLexemes();
  document.addTitle(title);
  document.addText('genres', 'Comedy');
  return { ...candidateRow([title]), profile: document.build().profile };
}

/** Returns the score of a film after its texts were checked. */
function checkedScore(text: string, title: string, name: string, overview: string): number | undefined {
  const ranker = rankerOf(text);
  const people: CheckedTexts['people'] = [{ name, role: 'director' }];
  const texts = { media_id: title, title, people, overview, tagline: null };
  return ranker.rankByTexts(ranker.rank([filmRow(title, name, overview)]), new Map([[title, texts]]))[0]?.score;
}

const episode = { media_kind: 'episode', season_number: 1, episode_number: 2 } as const;

// The values are written by hand, so that no option of jest changes them without a look at the name.
it('has the name of the order of these scores; if a score has moved, change the number in ORDER_NAME, too', () => {
  expect({
    name: ORDER_NAME,
    wholeTitle: rankerOf('lamp rain').score(candidateRow(['Lamp Rain'])),
    titleWithAccent: rankerOf('lämp').score(candidateRow(['Lämp', 'Lamp'])),
    startOfTitle: rankerOf('lamp').score(candidateRow(['Lamp Rain'])),
    prominentTitle: rankerOf('lamp').score({ ...candidateRow(['Lamp']), prominence: 0.5 }),
    prominentText: rankerOf('lamp harbor').score({ ...candidateRow(['Rain'], null, 'A lamp.'), prominence: 0.5 }),
    titleOfStopWords: rankerOf('her ada brandt').score(filmRow('Her', 'Ada Brandt', 'Rain.')),
    namedKind: rankerOf('lamp movies').score(candidateRow(['Lamp'])),
    series: rankerOf('lamp').score({ ...candidateRow(['Lamp']), media_kind: 'series' }),
    season: rankerOf('lamp season 1').score({ ...candidateRow(['Lamp']), media_kind: 'season', season_number: 1 }),
    episode: rankerOf('lamp s01e02').score({ ...candidateRow(['Rain', 'Lamp Rain']), ...episode }),
    year: rankerOf('lamp 1950').score(candidateRow(['Lamp'], 1950)),
    excluded: rankerOf('lamp -comedy').score(comedyRow('Lamp Rain')),
    nameInTexts: checkedScore('ada brandt', 'Rain', 'Ada Brandt', 'Rain.'),
    role: checkedScore('directed by ada brandt', 'Rain', 'Ada Brandt', 'Rain.'),
    overview: checkedScore('lamp harbor', 'Rain', 'Jane Doe', 'The lamp harbor.'),
  }).toEqual({
    name: '4/7.080',
    wholeTitle: 0.677159,
    titleWithAccent: 0.677159,
    startOfTitle: 0.403148,
    prominentTitle: 0.71247,
    prominentText: 0.043892,
    titleOfStopWords: 0.189284,
    namedKind: 0.467828,
    series: 0.677159,
    season: 0.502125,
    episode: 0.464947,
    year: 0.619749,
    excluded: 0.037349,
    nameInTexts: 0.246346,
    role: 0.233935,
    overview: 0.224067,
  });
});
