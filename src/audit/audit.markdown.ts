import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { formatName, formatSummary } from '../common/markdown/markdown-lines';
import type { RunAuditResponse, RunListResponse, RunVerification } from './audit.dto';
import type { IntelligenceToolCall } from './runs/tool-call.dto';
import type { IntelligenceRun } from './runs/run.dto';

type Summaries = Pick<IntelligenceRun | IntelligenceToolCall, 'input_summary' | 'output_summary' | 'error_summary'>;

/** Renders runs as a list, newest first. */
export function renderRuns({ runs, page, dropped }: RunListResponse): string {
  const citations = new Citations();
  const rows = runs.map((run) => `- ${citations.cite(run.run_id)} ${describeRun(run)}${renderSummaries(run)}`);
  return writeMarkdown({
    title: 'Runs',
    notice: 'generated',
    lines: rows.length === 0 ? ['No runs.'] : rows,
    citations,
    page,
    dropped,
    categories: ['summaries', 'rows'],
  });
}

/** Renders a run with its tool calls, by sequence number. */
export function renderRunAudit({ run, page, dropped }: RunAuditResponse): string {
  const citations = new Citations();
  const title = `Run: ${describeRun(run)} ${citations.cite(run.run_id, run.grounding)}`;
  const calls = run.tool_calls.map((call) => {
    const source = citations.cite(call.tool_call_id, call.grounding);
    return `- ${source} ${call.sequence}: ${formatName(call.name)} (${call.kind}), ${call.status}${renderSummaries(call)}`;
  });
  const lines = [
    `${count(run.tool_call_count, 'tool call')}${renderSummaries(run)}`,
    ...(calls.length === 0 ? [] : ['', ...calls]),
  ];
  return writeMarkdown({
    title,
    notice: 'generated',
    lines,
    citations,
    page,
    dropped,
    categories: ['evidence', 'summaries', 'rows'],
  });
}

/** Renders the result of the verification of a run's history. */
export function renderVerification(verification: RunVerification): string {
  const { run_id, unbroken, authentic, records, first_broken, head } = verification;
  const citations = new Citations();
  const state = unbroken ? 'unbroken' : `broken from record ${first_broken ?? records + 1} on`;
  const lines = [
    `History ${state}; ${count(records, 'record')}; head ${formatName(head)}${authenticityText(authentic)}`,
  ];
  return writeMarkdown({
    title: `Run ${citations.cite(run_id)}`,
    notice: 'generated',
    lines,
    citations,
    categories: [],
  });
}

function authenticityText(authentic: boolean | null): string {
  if (authentic === null) return '';
  return authentic ? '; head confirmed by its keyed hash' : '; head denied by its keyed hash';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function describeRun({ purpose, status, model, queued_at: time }: IntelligenceRun): string {
  return `${formatName(purpose)}, ${status}, ${time}${model === null ? '' : `, ${formatName(model)}`}`;
}

function renderSummaries({ input_summary, output_summary, error_summary }: Summaries): string {
  return [input_summary, output_summary, error_summary].map((summary) => formatSummary(summary)).join('');
}
