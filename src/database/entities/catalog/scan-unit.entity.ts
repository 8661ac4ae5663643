import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LibraryEntity } from './library.entity';

/**
 * A unit is the smallest part of a library that a scan reads again after a change, such as a folder of films, or a
 * series with its seasons.
 */
@Entity('catalog_scan_units')
@ForeignKey(() => LibraryEntity, ['library_id'], ['library_id'], {
  name: 'catalog_scan_units_library_fk',
  onDelete: 'CASCADE',
})
export class ScanUnitEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  /**
   * Folder names from the library root to the unit's folder, separated by U+0001; empty for the root. The collation C
   * sorts the keys in the order in which the scanner walks the tree.
   */
  @PrimaryColumn('text', { collation: 'C' })
  unit_key: string;

  /**
   * Hash of the scanner version and of the names, sizes and modification times of the videos and NFO files. Empty if
   * the next scan must read the unit again.
   */
  @Column('text')
  fingerprint: string;

  @Column('integer')
  file_count: number;

  @Column('timestamptz', { default: () => 'now()' })
  scanned_at: Date;
}
