import { Bounded } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';

/** Maximum length of a summary at the level of detail `brief`, in code points. */
const BRIEF_SUMMARY_MAX_CHARS = 100;

/** A text cut to its cap at a grapheme boundary. */
export class IntelligenceSummary {
  /** The text; at most `max_chars` code points. */
  @Bounded('summary_max_chars')
  @Kept('brief', BRIEF_SUMMARY_MAX_CHARS)
  text: string;

  /** The cap of the text, in code points. */
  max_chars: number;

  /** True if and only if the text was cut. */
  truncated: boolean;

  /** Length before the cut, in code points. Of an item's overview, only the first 4,000 are stored and counted. */
  original_chars: number;
}
