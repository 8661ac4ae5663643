import { PROBLEM_CODES } from '../../common/problems/problem-codes';

/** Renders the error page as Markdown for `docs/errors.md`, with a section for each code. */
export function renderErrorsMarkdown(): string {
  const sections = Object.entries(PROBLEM_CODES).map(
    ([code, { status, title, meaning }]) => `## ${code}\n\n${status} ${title}. ${meaning}\n`,
  );
  return `# Errors\n\n${INTRODUCTION}\n\n${sections.join('\n')}`;
}

/** Renders the error page as HTML. The `type` of a problem links to its section. */
export function renderErrorsPage(): string {
  const sections = Object.entries(PROBLEM_CODES).map(
    ([code, { status, title, meaning }]) =>
      `<section id="${code}"><h2>${code}</h2><p>${status} ${title}. ${toHtml(meaning)}</p></section>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Errors</title>',
    '<meta name="viewport" content="width=device-width"></head>',
    `<body><main><h1>Errors</h1><p>${toHtml(INTRODUCTION)}</p>${sections.join('')}</main></body></html>`,
  ].join('');
}

const INTRODUCTION =
  'Every answer with a status of 400 or more is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `code`, ' +
  '`instance` (the request id), and, where it helps, `detail`, `errors` with the refused fields, and further members ' +
  'such as `superseded_by` or `applied`. This is the whole list of codes.';

function toHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
}
