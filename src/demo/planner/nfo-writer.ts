import type { NfoRoot } from '../../catalog/scanner/nfo/nfo-document';
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const PEOPLE_MAX = 10;

/**
 * Returns an XML document with the root element `root`. Omits elements without a value. `numbers` are the names and the
 * values of additional elements, such as `season`.
 */
export function writeNfo(
  root: NfoRoot,
  fields: MetadataFields,
  numbers: Readonly<Record<string, number>> = {},
): string {
  const lines = [
    element('title', fields.title),
    element('originaltitle', fields.original_title),
    element('plot', fields.overview),
    element('tagline', fields.tagline),
    element('runtime', fields.runtime_minutes),
    element('mpaa', fields.content_rating),
    element(root === 'episodedetails' ? 'aired' : 'premiered', fields.date),
    ...Object.entries(numbers).map(([name, value]) => element(name, value)),
    ...(fields.genres ?? []).map((genre) => element('genre', genre)),
    ...Object.entries(fields.external_ids ?? {}).map(([type, id]) =>
      element('uniqueid', id, ` type="${escape(type)}"`),
    ),
    ...(fields.people ?? []).slice(0, PEOPLE_MAX).flatMap(({ name, role, character }) => {
      if (role === 'director') return [element('director', name)];
      if (role !== 'actor') return [];
      return [`  <actor>\n  ${element('name', name)}  ${element('role', character)}  </actor>\n`];
    }),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root}>\n${lines.join('')}</${root}>\n`;
}

function element(name: string, value: string | number | undefined, attributes = ''): string {
  return value === undefined || value === '' ? '' : `  <${name}${attributes}>${escape(String(value))}</${name}>\n`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
