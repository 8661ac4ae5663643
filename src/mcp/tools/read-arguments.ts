/** Schemas of the arguments of tools that only read. */
import { GROUNDING_SOURCES } from '../../common/dto/references.dto';
import { flag, integer, list, object, oneOf, someOf, text } from './argument-schemas';

/** Maximum number of values in a list of a filter. */
export const VALUES_MAX = 50;
// The features define the same values. This folder must not import the features, so a test compares the values.
export const SEARCH_FIELDS = ['title', 'people', 'genres', 'overview'];
const WATCH_STATES = ['unwatched', 'in_progress', 'completed'];
export const BROWSE_SORTS = ['added', 'year', 'title', 'popularity', 'last_watched'];
export const RELATIONSHIP_KINDS = [
  ...['watch_next', 'same_series', 'provider_related', 'shared_cast', 'similar_title', 'search_match'],
  ...['similar_genre', 'same_library'],
];

const texts = (description: string): ReturnType<typeof list> => list({ type: 'string' }, description, VALUES_MAX);

const FILTERS_DESCRIPTION = 'Conditions that every result must satisfy. Leave out what does not matter.';

/** The argument `filters` of a search. */
export const FILTERS = {
  ...object({
    year: object({
      gte: integer('First year of release, included.', 0, 9999),
      lte: integer('Last year of release, included.', 0, 9999),
    }),
    genres: object({
      any: texts('At least one of these genres.'),
      all: texts('Every one of these genres.'),
      none: texts('None of these genres.'),
    }),
    languages: texts('Original languages, as the catalog stores them, such as en.'),
    content_ratings: texts('Content ratings.'),
    people: texts('Full names of people.'),
    countries: texts('Countries.'),
    watch_states: someOf(WATCH_STATES, 'Watch states of the user. What was never started is unwatched.'),
  }),
  description: FILTERS_DESCRIPTION,
};

/** The argument `filters` of a list without a query. */
export const BROWSE_FILTERS = {
  ...object({
    ...FILTERS.properties,
    runtime_minutes: object({
      gte: integer('Shortest runtime in minutes, included.', 0, 100_000),
      lte: integer('Longest runtime in minutes, included.', 0, 100_000),
    }),
  }),
  description: FILTERS_DESCRIPTION,
};

/** One citation to check. */
export const CITED_GROUNDING = object({
  source: oneOf(GROUNDING_SOURCES, 'source of the grounding, as the answer gave it.'),
  media_id: text('Id of the cited item. Give this or artifact_id.'),
  artifact_id: text('UUID of the cited artifact.'),
  field: text('Field that was quoted, such as title or overview.'),
  evidence: object(
    {
      text: text('The quoted text; at most 800 characters.'),
      truncated: flag('False if the text is the whole field. Default: true.'),
    },
    ['text'],
  ),
  source_hash: text('source_hash of a provenance, if it was given.'),
});
