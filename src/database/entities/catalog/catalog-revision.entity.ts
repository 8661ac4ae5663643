import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: the number of the last committed catalog change, raised as the last statement of each write. */
@Entity('catalog_revision')
@Check('catalog_revision_one_ck', 'only_row')
export class CatalogRevisionEntity {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'catalog_revision_pk', default: true })
  only_row: boolean;

  @Column('bigint', { default: 0 })
  revision: string;

  /** The id of the last transaction that wrote facet counts, noted by itself; '' at first. */
  @Column('text', { default: '' })
  facet_version: string;
}
