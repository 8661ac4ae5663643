/** Reads one NFO file: its kind, and its items with fields, numbering and user data. */
import type { DiagnosticCode } from '../diagnostics';
import type { MetadataFields } from '../units/metadata-fields';
import { decodeNfo } from './nfo-decoding';
import { toDate, toInteger, toNfoFields, type NfoReading } from './nfo-fields';
import { findAddressedIds } from './nfo-urls';
import { hasDocumentType, parseFragment, type XmlElement } from './nfo-xml';

/** Root elements of NFO files. */
export const NFO_ROOTS = ['movie', 'tvshow', 'season', 'episodedetails'] as const;

/** Name of a root element. */
export type NfoRoot = (typeof NFO_ROOTS)[number];

/** Numbers of an episode in its NFO file. Null where the file has none. */
export interface NfoNumbering {
  readonly season: number | null;
  readonly episode: number | null;
  readonly displaySeason: number | null;
  readonly displayEpisode: number | null;
  readonly airsBeforeSeason: number | null;
  readonly airsBeforeEpisode: number | null;
  readonly airsAfterSeason: number | null;
}

/** Watch data in the file. A file has the data of at most one user. */
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
  /** Whether the owner forbids replacing the fields with a provider's. */
  readonly locked: boolean;
}

/** A parsed NFO file. */
export interface NfoDocument {
  /** XML, only the URL of a provider, or XML followed by a URL. */
  readonly kind: 'xml' | 'address' | 'combination';
  /** Several when the file describes several episodes. */
  readonly items: readonly NfoItem[];
  /** Ids from URLs outside the XML. */
  readonly addressedIds: Readonly<Record<string, string>>;
}

/** The document, or null when the file is unusable, with the diagnostics to report. */
export interface NfoResult {
  readonly document: NfoDocument | null;
  readonly diagnostics: readonly DiagnosticCode[];
}

/** Maximum number of root elements. A file with more does not describe the episodes of one video. */
const MAX_ITEMS = 100;

/** Parses an NFO file whose name allows the given root elements. Never throws for any content. */
export function readNfo(bytes: Uint8Array, allowed: readonly NfoRoot[], reading: NfoReading = {}): NfoResult {
  const text = decodeNfo(bytes);
  const diagnostics: DiagnosticCode[] = hasDocumentType(text) ? ['nfo-doctype'] : [];
  const fragment = text.includes('<') ? parseFragment(text) : { elements: [], strayText: text };
  const addressedIds = findAddressedIds(fragment?.strayText ?? text);
  const roots = (fragment?.elements ?? []).filter((element) => isRoot(element.name)).slice(0, MAX_ITEMS);
  const items = roots.filter((root) => allowed.includes(root.name as NfoRoot)).map((root) => toItem(root, reading));
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

function toItem(root: XmlElement, reading: NfoReading): NfoItem {
  const text = (name: string): string | undefined => root.children.findLast((child) => child.name === name)?.text;
  const number = (name: string): number | null => toInteger(text(name), 9999) ?? null;
  const playCount = number('playcount') ?? 0;
  return {
    root: root.name as NfoRoot,
    fields: toNfoFields(root, reading),
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
