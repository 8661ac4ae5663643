/** Finds and reads the NFO files of a unit of a scan (see `scan-unit.ts`), such as a series with its seasons. */
import { readUnitFile, type ScanUnit, type UnitFolder } from '../tree/scan-unit';
import type { MetadataFields } from '../units/metadata-fields';
import type { UnitReadOptions } from '../units/scanned-item';
import { type NfoDocument, type NfoRoot, readNfo, UNREAD_NFO } from './nfo-document';

/** Maximum size of an NFO file in bytes. Larger files are not used. */
const MAX_NFO_BYTES = 1_048_576;

/** Reads the NFO files of one unit, each at most once for each root element. */
export class NfoReader {
  /** False if a file could not be read. */
  complete = true;
  private readonly documents = new Map<string, NfoDocument | null>();
  /** For each folder, the names of its NFO files by `toNameKey`. */
  private readonly names = new Map<UnitFolder, ReadonlyMap<string, string>>();

  constructor(
    private readonly unit: ScanUnit,
    private readonly options: UnitReadOptions,
  ) {}

  /**
   * Tries the files with the given names in their order, and returns the first usable document, or null. Returns
   * `UNREAD_NFO` at the first file that cannot be read. The names have no extension. Ignores letter case and
   * Unicode form.
   */
  find(folder: UnitFolder, bases: readonly string[], root: NfoRoot): NfoDocument | null {
    const names = this.namesIn(folder);
    for (const base of bases) {
      const name = names.get(toNameKey(`${base}.nfo`));
      const document = name === undefined ? null : this.read(folder, name, root);
      if (document !== null) return document;
    }
    return null;
  }

  private namesIn(folder: UnitFolder): ReadonlyMap<string, string> {
    const cached = this.names.get(folder);
    if (cached !== undefined) return cached;
    // Reversed, so that the first of several names with the same key is used.
    const names = new Map(folder.nfoNames.toReversed().map((name) => [toNameKey(name), name]));
    this.names.set(folder, names);
    return names;
  }

  private read(folder: UnitFolder, name: string, root: NfoRoot): NfoDocument | null {
    const path = [...this.unit.names, ...folder.names, name].join('/');
    // One file can be looked up with two root elements: `tvshow.nfo` with `tvshow` for a series, and with `movie` or
    // `episodedetails` for a video `tvshow.mkv`.
    const key = `${root} ${path}`;
    const cached = this.documents.get(key);
    if (cached !== undefined) return cached;
    const document = this.readDocument(folder, name, root, path);
    this.documents.set(key, document);
    return document;
  }

  private readDocument(folder: UnitFolder, name: string, root: NfoRoot, path: string): NfoDocument | null {
    const bytes = readUnitFile(this.unit.folder, folder.names, name, MAX_NFO_BYTES);
    if (bytes === 'nfo-too-large') return null;
    if (typeof bytes === 'string') {
      this.complete = false;
      return UNREAD_NFO;
    }
    const { document, diagnostics } = readNfo(bytes, [root], this.options);
    for (const code of diagnostics) this.options.log.add(code, path);
    return document;
  }
}

/** Returns the same key for names that differ only in letter case or Unicode form. */
function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Returns the fields of the first item of a document, and the ids from its URLs. An id in the fields takes precedence.
 * Returns undefined without a document, and null for `UNREAD_NFO`.
 */
export function toFirstItemFields(document: NfoDocument | null): MetadataFields | null | undefined {
  if (document === UNREAD_NFO) return null;
  if (document === null) return undefined;
  const fields = document.items[0]?.fields ?? {};
  const ids = { ...document.urlIds, ...fields.external_ids };
  return Object.keys(ids).length === 0 ? fields : { ...fields, external_ids: ids };
}
