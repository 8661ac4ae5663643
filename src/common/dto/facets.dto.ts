import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';
import { Packed } from '../response-budget/packed.decorator';
import { FACET_KINDS, type FacetKind } from './facet-kinds';

/** One value of a facet group. */
export class IntelligenceFacetValue {
  /** Key of the value. Requests accept it as a filter, except for decades, runtimes and collections. */
  @Bounded()
  @Kept('ids')
  key: string;

  /** Name of the value, for people. */
  @Bounded()
  @Kept('brief')
  label: string;

  /** Number of items with the value; not limited by caps. In a search, a lower bound if `matches.relation` is `gte`. */
  @Kept('ids')
  count: number;

  /** Up to three items with the value. */
  @Capped(3)
  @Packed('samples')
  sample_media_ids: string[];
}

/** Values of one facet, most frequent first, then by key. */
export class IntelligenceFacetGroup {
  /** The facet. */
  @ApiProperty({ enum: FACET_KINDS })
  @Kept('ids')
  kind: FacetKind;

  /** Name of the facet, for people. */
  @Bounded()
  label: string;

  /** The most frequent values. */
  @Capped('facet_limit', () => IntelligenceFacetValue)
  @Packed('facet_values', { countField: 'count', sumField: 'other_count' })
  @Kept('ids')
  values: IntelligenceFacetValue[];

  /** Number of distinct values, including those not shown. */
  cardinality: number;

  /** Sum of the counts of values not shown. */
  @Kept('ids')
  other_count: number;

  /** Number of items that could have a value of the facet but have none. */
  missing_count: number;
}
