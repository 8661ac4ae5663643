import type { RelatedResponse } from '../../items/related/related.dto';
import type { SearchCandidatesResponse } from '../../candidates/candidates.dto';
import { viewCandidates, viewRelated } from './views';

it.each<[string, Partial<RelatedResponse['seed']>]>([
  ['Film', { series: null }],
  ['Serial Film', {}],
  ['Serial S0 Film', { season_number: 0 }],
  ['Serial S1E2 Film', { season_number: 1, episode_number: 2 }],
])('the title "%s" is shown for an item with the fields %j', (title, fields) => {
  const seed = { title: 'Film', series: { title: 'Serial' }, season_number: null, episode_number: null, ...fields };
  const answer = { seed, related: [], page: { has_more: false } } as unknown as RelatedResponse;
  expect(viewRelated(answer)).toBe(`Related to ${title}:\nNothing found.`);
});

test('a page with `has_more` does not promise further rows, because the next page can be empty', () => {
  const answer = { seed: { title: 'Film', series: null }, related: [], page: { has_more: true } };
  expect(viewRelated(answer as unknown as RelatedResponse)).toContain('There may be more.');
});

it.each([
  [0, 'eq', '0 matches'],
  [1, 'eq', '1 match'],
  [1, 'gte', 'At least 1 match'],
  [12, 'eq', '12 matches'],
])('the count %i with the relation "%s" is shown as "%s"', (count, relation, line) => {
  const answer = {
    candidates: [],
    did_you_mean: null,
    page: { has_more: false },
    facets: [],
    matches: { count, relation },
  };
  expect(viewCandidates(answer as unknown as SearchCandidatesResponse).split('\n')).toContain(line);
});
