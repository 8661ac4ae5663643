/** What the provider said about the units of a library, read along with a scan. */
import type { UnitMetadata } from '../../catalog/scanner/units/scanned-item';
import type { DemoRepository } from '../demo.repository';

const PAGE_SIZE = 100;

/** Gives a unit's metadata; units must be asked for in the order of their names. */
export class DemoMetadata {
  private page = new Map<string, UnitMetadata>();

  constructor(
    private readonly repository: DemoRepository,
    private readonly libraryId: string,
  ) {}

  /** Null for a folder that no plan knows. */
  async find(folder: string): Promise<UnitMetadata | null> {
    const known = this.page.get(folder);
    if (known !== undefined) return known;
    const rows = await this.repository.listMetadata(this.libraryId, folder, PAGE_SIZE);
    this.page = new Map(rows.map((row) => [row.folder, new Map(Object.entries(row.metadata))]));
    return this.page.get(folder) ?? null;
  }
}
