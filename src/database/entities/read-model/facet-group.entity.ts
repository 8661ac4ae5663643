import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Totals of one kind of facet in a library. */
@Entity('intelligence_facet_groups')
export class FacetGroupEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('text')
  facet_kind: string;

  @Column('integer')
  cardinality: number;

  /** Sum of the counts of all values. */
  @Column('bigint')
  value_total: string;

  /** Number of items to which the facet applies but which have no value. */
  @Column('integer')
  missing_count: number;
}
