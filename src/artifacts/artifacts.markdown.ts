import type { IntelligenceArtifactSummary } from '../common/dto/artifact-summary.dto';
import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { formatMedia, formatName, formatSummary } from '../common/markdown/markdown-lines';
import { escapeMarkdown } from '../common/markdown/markdown-text';
import type { ArtifactResponse, SearchArtifactsResponse } from './artifacts.dto';

/** Maximum length of the summary of a single artifact, in code points; as many as an answer can have. */
const SUMMARY_MAX_CHARS = 800;

/** Artifacts as a list, newest first. */
export function renderArtifacts({ artifacts, page, dropped }: SearchArtifactsResponse): string {
  const citations = new Citations();
  const rows = artifacts.map((artifact) => {
    const source = citations.cite(artifact.artifact_id, artifact.grounding);
    return `- ${source} ${headOf(artifact)}${formatSummary(artifact.summary)}`;
  });
  return writeMarkdown({
    ...{
      title: 'Artifacts',
      texts: 'artifacts',
      lines: rows.length === 0 ? ['No artifacts.'] : rows,
      citations,
      page,
      dropped,
    },
    shows: ['evidence', 'summaries', 'rows'],
  });
}

/** One artifact with its whole summary. */
export function renderArtifact(artifact: ArtifactResponse): string {
  const citations = new Citations();
  const title = `${headOf(artifact)} ${citations.cite(artifact.artifact_id, artifact.grounding)}`;
  const { summary, producer, updated_at: time, revision, hidden_sources: hidden, dropped } = artifact;
  const lines = [
    ...(summary.text === '' ? [] : [escapeMarkdown(summary.text, SUMMARY_MAX_CHARS), '']),
    `- Revision ${revision}, ${time}${producer === null ? '' : `, by ${formatName(producer)}`}`,
    ...(hidden === 0 ? [] : [`- Sources that you may not see: ${hidden}`]),
  ];
  return writeMarkdown({ title, texts: 'artifacts', lines, citations, dropped, shows: ['evidence', 'summaries'] });
}

function headOf({ title, kind, origin, media }: IntelligenceArtifactSummary): string {
  return `${formatName(title)} (${kind}, ${origin})${media === null ? '' : ` about ${formatMedia(media)}`}`;
}
