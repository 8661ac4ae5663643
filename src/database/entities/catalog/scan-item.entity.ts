import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LibraryEntity } from './library.entity';

/** A catalog record that a scan created, with the source of each of its fields. */
@Entity('catalog_scan_items')
@ForeignKey(() => LibraryEntity, ['library_id'], ['library_id'], {
  name: 'catalog_scan_items_library_fk',
  onDelete: 'CASCADE',
})
@Index('catalog_scan_items_unit_ix', ['library_id', 'unit_key'])
export class ScanItemEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  /** Canonical media id, such as `movie:<uuid>`. */
  @PrimaryColumn('text')
  media_id: string;

  /** Key of the unit in which the scan found the item (`ScanUnitEntity`). */
  @Column({ type: 'text', collation: 'C' })
  unit_key: string;

  /** The import order: parents have a lower rank than their children. */
  @Column('smallint')
  kind_rank: number;

  @Column('boolean')
  available: boolean;

  /** The record in the import format. */
  @Column('jsonb')
  record: object;

  @Column('text')
  record_hash: string;

  /** The source of each field, by field name. */
  @Column('jsonb')
  field_sources: object;
}
