/** Parses the XML of NFO files to a tree. Tolerates common errors of tools. Does not expand declared entities. */
import { XMLParser } from 'fast-xml-parser';

/** One element. */
export interface XmlElement {
  /** In lower case, without namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of the element without its children, trimmed, after `decodeEntities`. CDATA sections are not decoded. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The top-level elements of a file, and the text around them. */
export interface XmlFragment {
  readonly elements: readonly XmlElement[];
  readonly strayText: string;
}

/** Maximum nesting depth. Protects against hostile files. */
const MAX_DEPTH = 24;
const WRAPPER = 'nfo-file';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  allowBooleanAttributes: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  removeNSPrefix: true,
  cdataPropName: '#cdata',
  maxNestedTags: MAX_DEPTH,
  // By default, the parser throws on elements with its own property names, such as `#text`.
  strictReservedNames: false,
});

/** Whether the text declares a document type. */
export function hasDocumentType(text: string): boolean {
  return indexOfDocumentType(text) >= 0;
}

/** Matches each comment, each CDATA section, and the beginning of a document type declaration outside of them. */
const DOCUMENT_TYPE = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<!DOCTYPE/gi;

/** Returns the index of the first document type declaration; -1 if there is none. */
function indexOfDocumentType(text: string): number {
  for (const { 0: match, index } of text.matchAll(DOCUMENT_TYPE)) if (/^<!D/i.test(match)) return index;
  return -1;
}

/**
 * Parses a text with any number of root elements. Returns null if the parser rejects it, for example because a comment
 * is not closed.
 */
export function parseFragment(text: string): XmlFragment | null {
  const inner = withoutDocumentType(withoutInstructions(text));
  let nodes: unknown;
  try {
    nodes = parser.parse(`<${WRAPPER}>${inner}</${WRAPPER}>`);
  } catch {
    // The error of the parser is not passed on, because it quotes the input.
    return null;
  }
  const [root] = toElements(nodes, 0).children;
  return root === undefined ? null : { elements: root.children, strayText: root.text };
}

/** Length of `<?>`, which is not a closed instruction. */
const UNCLOSED_LENGTH = 3;

/**
 * Removes processing instructions `<?...?>` outside of CDATA sections. The pattern matches up to the first `>` or the
 * end of the text, so that the search takes linear time. A match that does not end with `?>` stays in the text.
 */
function withoutInstructions(text: string): string {
  return text.replace(/<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^>]*(?:>|$)/g, (match) =>
    match.length > UNCLOSED_LENGTH && match.startsWith('<?') && match.endsWith('?>') ? ' ' : match,
  );
}

/**
 * Removes the document type declaration. It ends at its first `>`, even one in quotes; if a `[` precedes this, at the
 * first `]` followed by `>`. An unterminated declaration extends to the end of the text.
 */
function withoutDocumentType(text: string): string {
  const start = indexOfDocumentType(text);
  if (start < 0) return text;
  const bracket = text.indexOf('[', start);
  const close = text.indexOf('>', start);
  if (close < 0) return text.slice(0, start);
  if (bracket < 0 || bracket > close) return text.slice(0, start) + text.slice(close + 1);
  const end = /\]\s*>/.exec(text.slice(bracket));
  return end === null ? text.slice(0, start) : text.slice(0, start) + text.slice(bracket + end.index + end[0].length);
}

type OrderedNode = Readonly<Record<string, unknown>>;

function toElements(nodes: unknown, depth: number): { children: XmlElement[]; text: string } {
  const children: XmlElement[] = [];
  let text = '';
  for (const node of Array.isArray(nodes) ? (nodes as OrderedNode[]) : []) {
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined) continue;
    const value = node[name];
    // The value of an element with the name `#text` is an array.
    if (name === '#text' && typeof value === 'string') text += decodeEntities(value);
    else if (name === '#cdata') text += toCdataText(value);
    else if (depth <= MAX_DEPTH) children.push(toElement(name, value, node[':@'], depth));
  }
  return { children, text };
}

/** Returns the text of a CDATA section, without decoding references. */
function toCdataText(value: unknown): string {
  const parts = Array.isArray(value) ? (value as OrderedNode[]) : [];
  return parts.map((part) => (typeof part['#text'] === 'string' ? part['#text'] : '')).join('');
}

function toElement(name: string, value: unknown, attributes: unknown, depth: number): XmlElement {
  const { children, text } = toElements(value, depth + 1);
  return { name: name.toLowerCase(), attributes: toAttributes(attributes), text: text.trim(), children };
}

function toAttributes(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).map(([name, text]) => [
    name.toLowerCase(),
    decodeEntities(String(text)).trim(),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The predefined entities of XML, and `nbsp`. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Decodes numeric references and those in `ENTITIES` once: `&amp;lt;` gives `&lt;`. Removes numeric references to
 * characters that XML forbids. A bare `&`, an unknown name and a number that is too long stay unchanged.
 */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (reference, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? reference;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return isCharacter(code) ? String.fromCodePoint(code) : '';
  });
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff && code <= 0x10ffff;
}
