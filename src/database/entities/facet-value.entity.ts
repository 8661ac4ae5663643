import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many servable items of a library (or, under the nil UUID, of all libraries) carry one facet value. */
@Entity('intelligence_facet_values')
@Index('intelligence_facet_values_top_ix', { synchronize: false })
export class FacetValueEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_facet_values_pk' })
  library_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'intelligence_facet_values_pk' })
  facet_kind: string;

  /** In code-point order: values with equal counts are listed by key. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'intelligence_facet_values_pk', collation: 'C' })
  facet_key: string;

  @Column('text')
  label: string;

  @Column('integer')
  item_count: number;

  /** The three smallest canonical media ids that carry the value. */
  @Column('text', { array: true })
  sample_media_ids: string[];
}
