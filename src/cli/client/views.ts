/** The tables that the commands print. */
import type { SearchArtifactsResponse } from '../../artifacts/artifacts.dto';
import type { RunAuditResponse } from '../../audit/audit.dto';
import type { BrowseResponse } from '../../candidates/browse/browse.dto';
import type { MatchCount, SearchCandidatesResponse } from '../../candidates/candidates.dto';
import type { IntelligenceFacetGroup } from '../../common/dto/facets.dto';
import type { IntelligenceMediaRef } from '../../common/dto/references.dto';
import type { IntelligencePage } from '../../common/dto/page.dto';
import type { RelatedItem, RelatedResponse } from '../../items/related/related.dto';
import type { OverviewResponse } from '../../overview/overview.dto';
import { type Column, renderTable } from './terminal-table';

/** Renders an answer as text. Cuts lines of tables to `width` characters where possible; without a width, never. */
export type View<Answer> = (answer: Answer, width?: number) => string;

/** The columns that describe an item. */
const MEDIA: readonly Column<{ readonly media: IntelligenceMediaRef }>[] = [
  { title: 'TITLE', value: ({ media }) => toTitle(media), shrinkWeight: 1 },
  { title: 'YEAR', value: ({ media }) => media.year },
  { title: 'KIND', value: ({ media }) => media.media_kind },
  { title: 'ID', value: ({ media }) => media.media_id },
];

export const viewCandidates: View<SearchCandidatesResponse> = (
  { candidates, did_you_mean: suggestion, page, facets, matches },
  width,
) =>
  joinLines([
    suggestion === null ? null : `Did you mean: ${suggestion}?`,
    renderRows(MEDIA, candidates, width),
    describePage(page),
    ...(facets === undefined || matches === undefined ? [] : renderFacets(facets, matches, width)),
  ]);

/** Returns an empty line, the number of all matches, and one table with the values of all facets. */
function renderFacets(
  facets: readonly IntelligenceFacetGroup[],
  { count, relation }: MatchCount,
  width?: number,
): string[] {
  const values = facets.flatMap((group) => group.values.map((value) => ({ ...value, facet: group.label })));
  const columns: Column<(typeof values)[number]>[] = [
    { title: 'FACET', value: ({ facet }) => facet },
    { title: 'VALUE', value: ({ label }) => label, shrinkWeight: 1 },
    { title: 'MATCHES', value: (value) => value.count },
  ];
  return [
    '',
    `${relation === 'gte' ? 'At least ' : ''}${count} ${count === 1 ? 'match' : 'matches'}`,
    renderRows(columns, values, width),
  ];
}

export const viewItems: View<BrowseResponse> = ({ items, page }, width) =>
  joinLines([renderRows(MEDIA, items, width), describePage(page)]);

const REASON: Column<RelatedItem> = { title: 'REASON', value: ({ reason }) => reason, shrinkWeight: 1 };

export const viewRelated: View<RelatedResponse> = ({ seed, related, page }, width) =>
  joinLines([`Related to ${toTitle(seed)}:`, renderRows([...MEDIA, REASON], related, width), describePage(page)]);

export const viewLibraries: View<OverviewResponse> = ({ libraries, page }, width) =>
  joinLines([
    renderRows(
      [
        { title: 'LIBRARY', value: ({ name }) => name, shrinkWeight: 1 },
        { title: 'KIND', value: ({ library_kind: kind }) => kind },
        { title: 'MOVIES', value: ({ counts }) => counts.movies },
        { title: 'SERIES', value: ({ counts }) => counts.series },
        { title: 'EPISODES', value: ({ counts }) => counts.episodes },
        { title: 'ID', value: ({ library_id: id }) => id },
      ],
      libraries,
      width,
    ),
    describePage(page),
  ]);

export const viewArtifacts: View<SearchArtifactsResponse> = ({ artifacts, page }, width) =>
  joinLines([
    renderRows(
      [
        { title: 'ARTIFACT', value: ({ artifact_id: id }) => id },
        { title: 'KIND', value: ({ kind }) => kind },
        { title: 'SCOPE', value: ({ scope }) => scope },
        { title: 'UPDATED', value: ({ updated_at: at }) => at },
        { title: 'TITLE', value: ({ title }) => title, shrinkWeight: 1 },
      ],
      artifacts,
      width,
    ),
    describePage(page),
  ]);

export const viewRun: View<RunAuditResponse> = ({ run, page }, width) =>
  joinLines([
    `Run ${run.run_id}: ${run.purpose}, ${run.status}, queued ${run.queued_at}`,
    renderRows(
      [
        { title: 'CALL', value: ({ sequence }) => sequence },
        { title: 'NAME', value: ({ name }) => name, shrinkWeight: 1 },
        { title: 'STATUS', value: ({ status }) => status },
        { title: 'MS', value: ({ duration_ms: ms }) => ms },
        { title: 'RESULT', value: ({ output_summary: output }) => output?.text ?? null, shrinkWeight: 2 },
      ],
      run.tool_calls,
      width,
    ),
    describePage(page),
  ]);

/** Returns the title of an item. For a season or an episode, it begins with the title of the series. */
function toTitle({ title, series, season_number: season, episode_number: episode }: IntelligenceMediaRef): string {
  if (series === null) return title;
  const numbers = [season === null ? '' : `S${season}`, episode === null ? '' : `E${episode}`].join('');
  return [series.title, numbers, title].filter((part) => part !== '').join(' ');
}

function renderRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width?: number): string {
  return rows.length === 0 ? 'Nothing found.' : renderTable(columns, rows, width);
}

function describePage({ has_more: hasMore }: IntelligencePage): string | null {
  return hasMore
    ? 'There may be more. Use --limit to get a longer page, or --cursor to get the next page (see --help).'
    : null;
}

function joinLines(lines: readonly (string | null)[]): string {
  return lines.filter((line) => line !== null).join('\n');
}
