import type { CatalogTexts } from '../../read-model/source/catalog-texts';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import { matchFields } from './evidence';
import type { FieldMatch } from './field-match';
import { FieldMatcher } from './field-matcher';

const MEDIA = { media_id: 'episode:1', title: 'Pilot', year: 1999, season_number: 1, episode_number: 1 };
const EPISODE: CatalogTexts = {
  ...{ title: 'Pilot', original_title: null, sort_title: null, aliases: [], overview: null, tagline: null },
  ...{ genres: [], keywords: ['bank robbery', 'drama school'], collection: null, external_ids: {}, people: [] },
  series: { title: 'Harbour Lights', original_title: null, aliases: [], genres: ['Drama', 'Western'] },
};

/** Returns the first match of a query in the episode. */
function firstMatch(text: string): FieldMatch | undefined {
  const query = toSearchQuery(text, ['genres']);
  const words = weighWords(query, { total: 1_000, documents: new Map(), nearSpellings: [] });
  return matchFields(new FieldMatcher(query, words), EPISODE, MEDIA)[0];
}

describe('the genres and keywords of an episode without genres', () => {
  it('are quoted from its own keywords if these match better than the genres of the series', () => {
    const match = firstMatch('drama bank robbery');
    expect(match).toMatchObject({ tier: 'all_terms', text: 'bank robbery, drama school' });
    expect(match?.isOfSeries).toBeUndefined();
  });

  it('are quoted from its own keywords if both match equally well', () => {
    expect(firstMatch('drama')?.isOfSeries).toBeUndefined();
  });

  it('are quoted from the genres of the series if these match better, or alone', () => {
    expect(firstMatch('drama western')).toMatchObject({ tier: 'all_terms', text: 'Drama, Western', isOfSeries: true });
    expect(firstMatch('western')).toMatchObject({ tier: 'all_terms', isOfSeries: true });
  });
});
