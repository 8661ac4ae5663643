/** Reads one NFO file: its kind, and its items with fields, numbering and user data. */
import type { DiagnosticCode } from '../diagnostics';
import type { MetadataFields } from '../units/metadata-fields';
import { decodeNfo } from './nfo-decoding';
import { toDate, toInteger, toNfoFields, type NfoReadOptions } from './nfo-fields';
import { findAddressedIds } from './nfo-urls';
import { hasDocumentType, parseFragment, type XmlElement } from './nfo-xml';

/** Root elements of NFO files. */
export const NFO_ROOTS = ['movie', 'tvshow', 'season', 'episodedetails'] as const;

/** Name of a root element. */
export type NfoRoot = (typeof NFO_ROOTS)[number];

/** Numbers of an episode in its NFO file. A number is null if the file does not contain it. */
export interface NfoNumbering {
  readonly season: number | null;
  readonly episode: number | null;
  readonly displaySeason: number | null;
  readonly displayEpisode: number | null;
  readonly airsBeforeSeason: number | null;
  readonly airsBeforeEpisode: number | null;
  readonly airsAfterSeason: number | null;
}

/** Watch data in the file. An NFO file contains the data of one user at most. */
export interface NfoUserData {
  readonly watched: boolean;
  readonly playCount: number;
  /** ISO date; null when unknown. */
  readonly lastPlayed: string | null;
}

/** One item of an NFO file. */
export interface NfoItem {
  readonly root: NfoRoot;
  readonly fields: MetadataFields;
  readonly numbering: NfoNumbering;
  readonly userData: NfoUserData;
  /** The value of `lockdata`: whether the owner has locked the fields against changes by a provider. */
  readonly locked: boolean;
}

/** A parsed NFO file. */
export interface NfoDocument {
  /** `xml`: only XML. `address`: only URLs of providers. `combination`: XML and URLs. */
  readonly kind: 'xml' | 'address' | 'combination';
  /** Several items if the file describes several episodes. Empty for the kind `address`. */
  readonly items: readonly NfoItem[];
  /** Ids from URLs outside the XML. */
  readonly addressedIds: Readonly<Record<string, string>>;
}

/** Result of reading a file: the document, or null if the file cannot be used, and the diagnostics to report. */
export interface NfoResult {
  readonly document: NfoDocument | null;
  readonly diagnostics: readonly DiagnosticCode[];
}

/** Maximum number of root elements to read. A file with more does not describe the episodes of one video. */
const MAX_ITEMS = 100;

/** Parses an NFO file. `allowed` are the root elements that its file name allows. Never throws. */
export function readNfo(bytes: Uint8Array, allowed: readonly NfoRoot[], options: NfoReadOptions = {}): NfoResult {
  const text = decodeNfo(bytes);
  const diagnostics: DiagnosticCode[] = hasDocumentType(text) ? ['nfo-doctype'] : [];
  const fragment = text.includes('<') ? parseFragment(text) : { elements: [], strayText: text };
  const addressedIds = findAddressedIds(fragment?.strayText ?? text);
  const roots = (fragment?.elements ?? []).filter((element) => isRoot(element.name)).slice(0, MAX_ITEMS);
  const items = roots.filter((root) => allowed.includes(root.name as NfoRoot)).map((root) => toItem(root, options));
  if (items.length > 0) {
    const kind = Object.keys(addressedIds).length > 0 ? 'combination' : 'xml';
    return { document: { kind, items, addressedIds }, diagnostics };
  }
  if (roots.length > 0) return { document: null, diagnostics: [...diagnostics, 'nfo-wrong-root'] };
  if (Object.keys(addressedIds).length > 0) {
    return { document: { kind: 'address', items, addressedIds }, diagnostics };
  }
  return { document: null, diagnostics: [...diagnostics, 'nfo-malformed'] };
}

function isRoot(name: string): name is NfoRoot {
  return (NFO_ROOTS as readonly string[]).includes(name);
}

function toItem(root: XmlElement, options: NfoReadOptions): NfoItem {
  const text = (name: string): string | undefined => root.children.findLast((child) => child.name === name)?.text;
  const number = (name: string): number | null => toInteger(text(name), 9999) ?? null;
  const playCount = number('playcount') ?? 0;
  return {
    root: root.name as NfoRoot,
    fields: toNfoFields(root, options),
    numbering: {
      season: number(root.name === 'season' ? 'seasonnumber' : 'season') ?? number('season'),
      episode: number('episode'),
      displaySeason: number('displayseason'),
      displayEpisode: number('displayepisode'),
      airsBeforeSeason: number('airsbefore_season'),
      airsBeforeEpisode: number('airsbefore_episode'),
      airsAfterSeason: number('airsafter_season'),
    },
    userData: {
      watched: text('watched')?.toLowerCase() === 'true' || playCount > 0,
      playCount,
      lastPlayed: toDate(text('lastplayed')) ?? null,
    },
    locked: text('lockdata')?.toLowerCase() === 'true',
  };
}
