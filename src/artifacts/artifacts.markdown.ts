import type { IntelligenceArtifactSummary } from '../common/dto/artifact-summary.dto';
import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { formatMedia, formatName, formatSummary, formatSummaryBlock } from '../common/markdown/markdown-lines';
import type { ArtifactResponse, SearchArtifactsResponse } from './artifacts.dto';

/** Renders artifacts as a list, newest first. */
export function renderArtifacts({ artifacts, page, dropped }: SearchArtifactsResponse): string {
  const citations = new Citations();
  const rows = artifacts.map((artifact) => {
    const source = citations.cite(artifact.artifact_id, artifact.grounding);
    return `- ${source} ${describeArtifact(artifact)}${formatSummary(artifact.summary)}`;
  });
  return writeMarkdown({
    title: 'Artifacts',
    notice: 'artifacts',
    lines: rows.length === 0 ? ['No artifacts.'] : rows,
    citations,
    page,
    dropped,
    categories: ['evidence', 'summaries', 'rows'],
  });
}

/** Renders one artifact, with the whole summary that the answer contains. */
export function renderArtifact(artifact: ArtifactResponse): string {
  const citations = new Citations();
  const title = `${describeArtifact(artifact)} ${citations.cite(artifact.artifact_id, artifact.grounding)}`;
  const { summary, producer, updated_at: time, revision, hidden_sources: hidden, dropped } = artifact;
  const lines = [
    ...formatSummaryBlock(summary),
    `- Revision ${revision}, ${time}${producer === null ? '' : `, by ${formatName(producer)}`}`,
    ...(hidden === 0 ? [] : [`- Sources that you may not see: ${hidden}`]),
  ];
  return writeMarkdown({
    title,
    notice: 'artifacts',
    lines,
    citations,
    dropped,
    categories: ['evidence', 'summaries'],
  });
}

function describeArtifact({ title, kind, origin, media }: IntelligenceArtifactSummary): string {
  return `${formatName(title)} (${kind}, ${origin})${media === null ? '' : ` about ${formatMedia(media)}`}`;
}
