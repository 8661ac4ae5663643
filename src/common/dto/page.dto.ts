import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';
import { IntelligenceOrigins, IsOrigins } from './origins.dto';
import type { PackedCategory } from '../response-budget/packed.decorator';
import { CURSOR_MAX_CHARS } from '../paging/cursor';

/**
 * Number of parts that a response budget left out of the answer, by category; absent if the budget left nothing out.
 * A part that was left out counts together with the parts inside it: a row with the text of a summary adds 1 to `rows`
 * and 1 to `summaries`.
 */
export class IntelligenceDropped implements Partial<Record<PackedCategory, number>> {
  /** Artifacts and artifact ids. */
  artifacts?: number;

  /** Related items of an item's context. */
  related?: number;

  /** Sample media ids of facet values. */
  samples?: number;

  /** Groundings, provenances, and the values in `shared` of the signals of related items. */
  evidence?: number;

  /** Values of facet groups. `other_count` of the group contains their counts. */
  facet_values?: number;

  /** Whole facet groups. */
  facet_groups?: number;

  /** People of an item. */
  people?: number;

  /** Summaries whose text was left out. */
  summaries?: number;

  /** Rows of the page; `next_cursor` continues with the first of them. */
  rows?: number;
}

/** Page block of a list. */
export class IntelligencePage {
  /** Maximum number of rows: the list's cap, or `pagination.limit` if that is smaller or the list has no cap. */
  limit: number;

  /** Number of rows of this page. */
  returned: number;

  /** Whether there is a next page. */
  has_more: boolean;

  /** Null if and only if `has_more` is false. */
  @Bounded(CURSOR_MAX_CHARS)
  @ApiProperty({ type: String, nullable: true, maxLength: CURSOR_MAX_CHARS })
  next_cursor: string | null;

  /**
   * True on the last page of a list that ended at a fixed bound, such as 1,000 candidates: more rows may match than
   * paging can reach.
   */
  truncated: boolean;
}

/**
 * The caps that were applied, after clamping. The cap of the paged list equals `page.limit`. Caps that do not apply to
 * the answer are returned as well.
 */
export class IntelligenceEffectiveCaps {
  /** Search candidates. */
  candidate_limit: number;
  /** Artifacts, and the ids in each `artifact_ids`. */
  artifact_limit: number;
  /** Related items. */
  related_limit: number;
  /** Values of each facet group. */
  facet_limit: number;
  /** Groundings and provenances, in each list of them. */
  grounding_limit: number;
  /** Tool calls of a run. */
  tool_call_limit: number;
  /** In code points. */
  summary_max_chars: number;
}

/** The parts of every answer whose lists have caps. */
export class CappedAnswer {
  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @IsOrigins()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}

/** The parts of every answer with a page of a list. */
export class PagedAnswer extends CappedAnswer {
  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;
}
