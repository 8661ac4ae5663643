import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SqlIndex } from '../sql-index.decorator';

/** Number of items of a library that have one facet value. Unavailable and stale items do not count. */
@Entity('intelligence_facet_values')
@SqlIndex(
  'intelligence_facet_values_top_ix',
  '(library_id, facet_kind, item_count DESC, facet_key) WHERE item_count > 1',
)
@SqlIndex('intelligence_facet_values_key_ix', '(facet_kind, facet_key, library_id)')
export class FacetValueEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('text')
  facet_kind: string;

  /** Sorted by code point (collation C). Values with the same count are listed by key. */
  @PrimaryColumn('text', { collation: 'C' })
  facet_key: string;

  @Column('text')
  label: string;

  @Column('integer')
  item_count: number;

  /** The smallest canonical media ids of items that have the value, at most three. */
  @Column('text', { array: true })
  sample_media_ids: string[];
}
