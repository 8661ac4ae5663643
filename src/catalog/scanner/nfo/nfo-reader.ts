/** Finds and reads the NFO file that belongs to an item. */
import type { MetadataFields } from '../units/metadata-fields';
import { type NfoDocument, type NfoRoot, readNfo } from './nfo-document';
import type { UnitReading } from '../units/scanned-item';
import { readUnitFile, type ScanUnit, type UnitFolder } from '../tree/tree-walk';

/** Larger files hold something else than metadata. */
const MAX_NFO_BYTES = 1_048_576;

/** Reads the NFO files of one unit, each at most once. */
export class NfoReader {
  private readonly documents = new Map<string, NfoDocument | null>();
  /** Of each folder the names of its NFO files by their lower case. */
  private readonly names = new Map<UnitFolder, ReadonlyMap<string, string>>();

  constructor(
    private readonly unit: ScanUnit,
    private readonly reading: UnitReading,
  ) {}

  /** The first of the named files (without extension) that is there and of use. Letter case of the names is no matter. */
  find(folder: UnitFolder, bases: readonly string[], root: NfoRoot): NfoDocument | null {
    const names = this.namesIn(folder);
    for (const base of bases) {
      const name = names.get(`${base}.nfo`.toLowerCase());
      const document = name === undefined ? null : this.read(folder, name, root);
      if (document !== null) return document;
    }
    return null;
  }

  private namesIn(folder: UnitFolder): ReadonlyMap<string, string> {
    const known = this.names.get(folder);
    if (known !== undefined) return known;
    // Of names that differ by letter case alone, the first.
    const names = new Map(folder.notes.toReversed().map((name) => [name.toLowerCase(), name]));
    this.names.set(folder, names);
    return names;
  }

  private read(folder: UnitFolder, name: string, root: NfoRoot): NfoDocument | null {
    const path = [...this.unit.names, ...folder.names, name].join('/');
    const known = this.documents.get(path);
    if (known !== undefined) return known;
    const bytes = readUnitFile(this.unit.folder, folder.names, name, MAX_NFO_BYTES);
    const result = bytes === null ? null : readNfo(bytes, [root], this.reading);
    for (const code of result?.diagnostics ?? []) this.reading.log.add(code, path);
    const document = result?.document ?? null;
    this.documents.set(path, document);
    return document;
  }
}

/** The fields of a document's only, or first, item, with the ids of addresses beside it. */
export function toNoteFields(document: NfoDocument | null): MetadataFields | undefined {
  return document === null ? undefined : withAddressedIds(document.items[0]?.fields ?? {}, document);
}

/** Fields with the ids that addresses in the same file give; the fields' own ids win. */
export function withAddressedIds(fields: MetadataFields, document: NfoDocument): MetadataFields {
  const ids = { ...document.addressedIds, ...fields.external_ids };
  return Object.keys(ids).length === 0 ? fields : { ...fields, external_ids: ids };
}
