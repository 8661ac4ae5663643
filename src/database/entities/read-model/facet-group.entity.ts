import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Totals of one kind of facet in a library (or, under the nil UUID, in all libraries). */
@Entity('intelligence_facet_groups')
export class FacetGroupEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_facet_groups_pk' })
  library_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'intelligence_facet_groups_pk' })
  facet_kind: string;

  /** Distinct values. */
  @Column('integer')
  cardinality: number;

  /** The sum of all values' counts. */
  @Column('bigint')
  value_total: string;

  /** Items that could carry the facet and do not. */
  @Column('integer')
  missing_count: number;
}
