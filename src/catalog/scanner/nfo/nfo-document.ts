/** One NFO file: its kind, and its items with fields, numbering and what a user left in it. */
import type { DiagnosticCode } from '../diagnostics';
import type { MetadataFields } from '../units/metadata-fields';
import { decodeNfo } from './nfo-decoding';
import { toDate, toInteger, toNfoFields, type NfoReading } from './nfo-fields';
import { findAddressedIds } from './nfo-urls';
import { hasDocumentType, parseFragment, type XmlElement } from './nfo-xml';

/** What a file of that name may describe. */
export const NFO_ROOTS = ['movie', 'tvshow', 'season', 'episodedetails'] as const;

/** A root element's name. */
export type NfoRoot = (typeof NFO_ROOTS)[number];

/** Where an episode stands, as its NFO file says. Null where it does not. */
export interface NfoNumbering {
  readonly season: number | null;
  readonly episode: number | null;
  readonly displaySeason: number | null;
  readonly displayEpisode: number | null;
  readonly airsBeforeSeason: number | null;
  readonly airsBeforeEpisode: number | null;
  readonly airsAfterSeason: number | null;
}

/** What a user did with the item, as the file says; for at most one configured user. */
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
  /** The owner does not want the fields replaced by a provider's. */
  readonly locked: boolean;
}

/** A read NFO file. */
export interface NfoDocument {
  /** XML, a provider's address alone, or XML followed by an address. */
  readonly kind: 'xml' | 'address' | 'combination';
  /** Several for a file that holds several episodes. */
  readonly items: readonly NfoItem[];
  /** Ids from addresses outside the XML. */
  readonly addressedIds: Readonly<Record<string, string>>;
}

/** A document, or null when the file is of no use; with what is to be said about it. */
export interface NfoResult {
  readonly document: NfoDocument | null;
  readonly diagnostics: readonly DiagnosticCode[];
}

/** More roots than this are no episodes of one file. */
const MAX_ITEMS = 100;

/** Reads the bytes of an NFO file that may hold the given roots. Never throws on content. */
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
