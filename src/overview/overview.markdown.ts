import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { formatFacets, formatName, formatSummary } from '../common/markdown/markdown-lines';
import type { FacetsResponse, OverviewResponse } from './overview.dto';
import { COUNTED_LIBRARIES_MAX } from './overview.sql';

/** Maximum length of the summary of a library, in code points. */
const SUMMARY_MAX_CHARS = 240;

/** Renders libraries as a list, each with its facets, followed by the facets over all libraries of the request. */
export function renderOverview(overview: OverviewResponse): string {
  const { libraries, facets, unknown_library_ids: unknown, page, dropped } = overview;
  const citations = new Citations();
  const rows = libraries.flatMap(({ library_id, name, library_kind, summary, counts, facets: libraryFacets }) => {
    const { artifacts: count } = counts;
    const artifacts = count === 0 ? '' : `, ${count} ${count === 1 ? 'artifact' : 'artifacts'}`;
    const entry = `${formatName(name)}, ${library_kind}${artifacts}${formatSummary(summary, SUMMARY_MAX_CHARS)}`;
    return [`- ${citations.cite(library_id)} ${entry}`, ...formatFacets(libraryFacets).map((line) => `  ${line}`)];
  });
  const allFacetLines = formatFacets(facets);
  return writeMarkdown({
    title: 'Libraries',
    lines: [
      ...(rows.length === 0 ? ['No libraries.'] : rows),
      ...(allFacetLines.length === 0 ? [] : ['', 'All libraries:', ...allFacetLines]),
      ...formatUnknown(unknown),
    ],
    citations,
    page,
    dropped,
    categories: ['facet_values', 'summaries', 'rows'],
  });
}

/** Renders the facets over all libraries of the request. */
export function renderFacets({ facets, unknown_library_ids: unknown, truncated, dropped }: FacetsResponse): string {
  const lines = formatFacets(facets);
  const cut = truncated ? ['', `Only the first ${COUNTED_LIBRARIES_MAX} libraries are counted.`] : [];
  return writeMarkdown({
    title: 'Facets',
    lines: [...(lines.length === 0 ? ['No facets.'] : lines), ...cut, ...formatUnknown(unknown)],
    citations: new Citations(),
    dropped,
    categories: ['facet_values'],
  });
}

function formatUnknown(libraryIds: readonly string[]): string[] {
  return libraryIds.length === 0 ? [] : ['', `Unknown libraries: ${libraryIds.map(formatName).join(', ')}`];
}
