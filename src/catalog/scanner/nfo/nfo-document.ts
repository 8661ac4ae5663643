/** Parses one NFO file into items with their fields and episode numbers. */
import type { DiagnosticCode } from '../diagnostics';
import type { MetadataFields } from '../units/metadata-fields';
import { decodeNfo } from './nfo-decoding';
import { toInteger, toNfoFields, type NfoReadOptions } from './nfo-fields';
import { findUrlIds } from './nfo-urls';
import { hasDocumentType, parseFragment, type XmlElement } from './nfo-xml';

/** Root elements of NFO files. */
export const NFO_ROOTS = ['movie', 'tvshow', 'season', 'episodedetails'] as const;

/** Name of a root element. */
export type NfoRoot = (typeof NFO_ROOTS)[number];

export interface NfoItem {
  readonly fields: MetadataFields;
  /** Null if the root element contains no valid season number. */
  readonly season: number | null;
  /** Null if the root element contains no valid episode number. */
  readonly episode: number | null;
}

/** A parsed NFO file: XML, URLs of providers, or both. */
export interface NfoDocument {
  /** Several items if the file describes several episodes. Empty if only URLs could be read. */
  readonly items: readonly NfoItem[];
  /** Ids from URLs outside the XML, or in the whole file if its XML cannot be parsed. */
  readonly urlIds: Readonly<Record<string, string>>;
}

/** The document of a file that could not be read. The items of that file must not change in the catalog. */
export const UNREAD_NFO: NfoDocument = { items: [], urlIds: {} };

/** The document of a file, or null if the file cannot be used, and the diagnostics to report. */
export interface NfoResult {
  readonly document: NfoDocument | null;
  readonly diagnostics: readonly DiagnosticCode[];
}

/** Maximum number of root elements to read. */
const MAX_ITEMS = 100;

/** Parses an NFO file. `allowed` are the root elements that its file name allows. Never throws. */
export function readNfo(bytes: Uint8Array, allowed: readonly NfoRoot[], options: NfoReadOptions = {}): NfoResult {
  const text = decodeNfo(bytes);
  const diagnostics: DiagnosticCode[] = hasDocumentType(text) ? ['nfo-doctype'] : [];
  const fragment = text.includes('<') ? parseFragment(text) : { elements: [], strayText: text };
  const urlIds = findUrlIds(fragment?.strayText ?? text);
  const roots = (fragment?.elements ?? []).filter((element) => isRoot(element.name)).slice(0, MAX_ITEMS);
  const items = roots.filter((root) => allowed.includes(root.name as NfoRoot)).map((root) => toItem(root, options));
  if (items.length > 0 || (roots.length === 0 && Object.keys(urlIds).length > 0)) {
    return { document: { items, urlIds }, diagnostics };
  }
  return { document: null, diagnostics: [...diagnostics, roots.length > 0 ? 'nfo-wrong-root' : 'nfo-malformed'] };
}

function isRoot(name: string): name is NfoRoot {
  return (NFO_ROOTS as readonly string[]).includes(name);
}

function toItem(root: XmlElement, options: NfoReadOptions): NfoItem {
  const integerOf = (name: string): number | null =>
    toInteger(root.children.findLast((child) => child.name === name)?.text, 9999) ?? null;
  return {
    fields: toNfoFields(root, options),
    season: integerOf(root.name === 'season' ? 'seasonnumber' : 'season') ?? integerOf('season'),
    episode: integerOf('episode'),
  };
}
