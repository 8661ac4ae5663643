import { FACET_KINDS } from '../../common/dto/facet-kinds';
import { ARTIFACT_KINDS } from '../../common/dto/artifact-summary.dto';
import { MEDIA_KINDS } from '../../common/media-id';
import { CAP_TABLE } from '../../common/paging/cap-table';
import {
  BUDGET_ARGUMENTS,
  LIBRARY_IDS,
  list,
  MEDIA_ID,
  object,
  oneOf,
  pageArguments,
  someOf,
  text,
} from './argument-schemas';
import {
  BROWSE_FILTERS,
  BROWSE_SORTS,
  CITED_GROUNDING,
  FILTERS,
  RELATIONSHIP_KINDS,
  SEARCH_FIELDS,
  VALUES_MAX,
} from './read-arguments';
import type { ReadTool } from './tool';

/** The tools that only read, in the order in which `tools/list` returns them. */
export const READ_TOOLS: readonly ReadTool[] = [
  {
    kind: 'read',
    name: 'library_overview',
    title: 'Overview of libraries',
    description:
      'Lists the media libraries that the user may see, with item counts and facets: genres, decades, languages, people ' +
      'and more. Call it first to learn what there is, and to get library ids.',
    route: { method: 'POST', path: '/intelligence/libraries/overview' },
    input: object({
      library_ids: LIBRARY_IDS,
      facet_kinds: someOf(FACET_KINDS, 'Facets to count. Default: all. Few facets leave room for more values.'),
      ...pageArguments(),
    }),
  },
  {
    kind: 'read',
    name: 'search_media',
    title: 'Search for movies, series and episodes',
    description:
      'Finds movies, series, seasons and episodes by words of titles, people, genres and plots, best match first. ' +
      'Corrects misspellings; understands years, genres and quoted phrases in the query. Each result quotes the text ' +
      'that matched. Use the media_id of a result with get_media and related_media.',
    route: { method: 'POST', path: '/intelligence/candidates:search' },
    input: object(
      {
        query: text('What to search for, such as a title, names or a plot; 1 to 512 characters.'),
        library_ids: LIBRARY_IDS,
        media_kinds: someOf(MEDIA_KINDS, 'Kinds of items. Default: all.'),
        filters: FILTERS,
        search_in: someOf(SEARCH_FIELDS, 'Fields to search. Default: all.'),
        facets: someOf(FACET_KINDS, 'Facets to count over all matches, not only those shown. Default: none.'),
        ...pageArguments('candidate_limit'),
      },
      ['query'],
    ),
  },
  {
    kind: 'read',
    name: 'browse_media',
    title: 'Browse movies, series and episodes',
    description:
      'Lists items without a query, sorted and filtered: recently added, most popular, recently watched, or for example ' +
      'unwatched comedies of the nineties under 90 minutes. Set media_kinds, or seasons and episodes are listed too.',
    route: { method: 'POST', path: '/intelligence/items:browse' },
    input: object({
      sort: oneOf(BROWSE_SORTS, 'Order. Default: added, newest first. last_watched lists items with a watch state.'),
      library_ids: LIBRARY_IDS,
      media_kinds: someOf(MEDIA_KINDS, 'Kinds of items. Default: all.'),
      filters: BROWSE_FILTERS,
      ...pageArguments(),
    }),
  },
  {
    kind: 'read',
    name: 'next_up',
    title: 'Next episodes to watch',
    description:
      'Lists the next episode of each series that the user has begun, the most recently watched series first. Use it ' +
      'for "continue watching".',
    route: { method: 'POST', path: '/intelligence/items:next-up' },
    input: object({ library_ids: LIBRARY_IDS, ...pageArguments() }),
  },
  {
    kind: 'read',
    name: 'get_media',
    title: 'Details of an item',
    description:
      'Shows one item: summary, people, facets, its place in a series, the watch state of the user, notes about it, ' +
      'related items, and the evidence for all of this. The id comes from search_media or another list.',
    route: { method: 'POST', path: '/intelligence/items/{media_id}/context' },
    input: object({ media_id: MEDIA_ID, ...BUDGET_ARGUMENTS }, ['media_id']),
  },
  {
    kind: 'read',
    name: 'related_media',
    title: 'Items related to an item',
    description:
      'Lists items related to one item, strongest first, each with the reason: same series, next to watch, shared ' +
      'people, similar genres or plot. Use it for recommendations.',
    route: { method: 'POST', path: '/intelligence/items/{media_id}/related' },
    input: object(
      {
        media_id: MEDIA_ID,
        relationship_kinds: someOf(RELATIONSHIP_KINDS, 'Kinds of relationships to look for. Default: all.'),
        ...pageArguments('related_limit'),
      },
      ['media_id'],
    ),
  },
  {
    kind: 'read',
    name: 'search_artifacts',
    title: 'Search notes and results',
    description:
      'Lists artifacts, newest first: notes, summaries, recommendations and analyses that users and models stored ' +
      'earlier. Title and summary together must contain all words of the query except stop words.',
    route: { method: 'POST', path: '/intelligence/artifacts:search' },
    input: object({
      query: text('Words to search for; 1 to 512 characters. Default: all artifacts.'),
      media_ids: list({ type: 'string' }, 'Artifacts about these items.', VALUES_MAX),
      library_ids: LIBRARY_IDS,
      kinds: someOf(ARTIFACT_KINDS, 'Kinds of artifacts. Default: all.'),
      artifact_ids: list({ type: 'string' }, 'UUIDs of artifacts.', VALUES_MAX),
      ...pageArguments('artifact_limit'),
    }),
  },
  {
    kind: 'read',
    name: 'verify_citations',
    title: 'Check citations',
    description:
      'Checks up to 48 citations of earlier answers: valid (still so), changed (with the present text if the citation ' +
      'has a field), or unknown (no such record, or not visible). Call it before you repeat facts from an older conversation.',
    route: { method: 'POST', path: '/intelligence/grounding:verify' },
    input: object(
      {
        groundings: list(CITED_GROUNDING, 'Groundings of earlier answers.', CAP_TABLE.grounding_limit.max),
        ...BUDGET_ARGUMENTS,
      },
      ['groundings'],
    ),
  },
];
