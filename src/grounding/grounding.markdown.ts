import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { escapeMarkdown } from '../common/markdown/markdown-text';
import type { GroundingCheck, VerifyGroundingResponse } from './grounding.dto';

/** Maximum length of the current text of a cited field, in code points. */
const PRESENT_TEXT_MAX_CHARS = 240;

/** Renders one line for each grounding, with its position in the request. */
export function renderChecks({ checks, dropped }: VerifyGroundingResponse): string {
  const lines = checks.map((check) => `${check.position}. ${check.status}${differenceText(check)}`);
  return writeMarkdown({
    title: 'Citation check',
    lines,
    citations: new Citations(),
    dropped,
    categories: ['summaries'],
  });
}

function differenceText({ differs, present_summary: present, origin }: GroundingCheck): string {
  const parts = differs.length === 0 ? '' : ` (${differs.map((part) => escapeMarkdown(part, 64)).join(', ')})`;
  const text = present?.text ?? '';
  const nowLabel = origin === undefined ? 'now' : `now (${origin})`;
  return text === '' ? parts : `${parts}, ${nowLabel}: ${escapeMarkdown(text, PRESENT_TEXT_MAX_CHARS)}`;
}
