/** Supplies the scan of a library with the provider's metadata for the units of the library. */
import type { UnitMetadata } from '../../catalog/scanner/units/scanned-item';
import type { DemoRepository } from '../demo.repository';

const PAGE_SIZE = 100;

/**
 * Reads the metadata of units from the plan `next`, in pages. Reads few pages if `find` is called in the
 * order of the folder names.
 */
export class DemoMetadata {
  private page = new Map<string, UnitMetadata>();

  constructor(
    private readonly repository: DemoRepository,
    private readonly libraryId: string,
  ) {}

  /** Returns the metadata of the unit with this folder, or null if the plan has no such unit. */
  async find(folder: string): Promise<UnitMetadata | null> {
    const metadata = this.page.get(folder);
    if (metadata !== undefined) return metadata;
    const rows = await this.repository.listMetadata(this.libraryId, folder, PAGE_SIZE);
    this.page = new Map(rows.map((row) => [row.folder, new Map(Object.entries(row.metadata))]));
    return this.page.get(folder) ?? null;
  }
}
