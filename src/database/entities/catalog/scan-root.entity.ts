import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LibraryEntity } from './library.entity';

/** The folder that a library was scanned from. */
@Entity('catalog_scan_roots')
@ForeignKey(() => LibraryEntity, ['library_id'], ['library_id'], {
  name: 'catalog_scan_roots_library_fk',
  onDelete: 'CASCADE',
})
export class ScanRootEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @Column('text')
  root: string;
}
