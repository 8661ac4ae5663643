const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * The first two code units of several prefixes. A regular expression could do the same. But V8 would compile one
 * for each query, and that takes longer than looking up the words of all titles of a search.
 */
export class WordBeginnings {
  /**
   * The pair (`pairAt`) of each prefix, and of its first code unit alone: a title may write the prefix `xm` as `x m`.
   */
  private readonly pairs = new Set<number>();
  /** The prefixes of one code unit. */
  private readonly units = new Set<number>();

  constructor(prefixes: Iterable<string>) {
    for (const prefix of prefixes) {
      this.pairs.add(pairAt(prefix, 0)).add(pairAt(prefix.slice(0, 1), 0));
      if (prefix.length === 1) this.units.add(prefix.charCodeAt(0));
    }
  }

  /**
   * Returns whether the word at an index of a text begins with the first two code units of a prefix, or with a prefix
   * of one code unit, or is only the first code unit of a prefix.
   */
  has(text: string, start = 0): boolean {
    return this.pairs.has(pairAt(text, start)) || (this.units.size > 0 && this.units.has(text.charCodeAt(start)));
  }

  /** Returns whether `has` returns true for any word of title forms that `encodeForms` wrote. */
  hasAnyIn(forms: string): boolean {
    let isStart = true;
    for (let index = 0; index < forms.length; index += 1) {
      if (isStart && this.has(forms, index)) return true;
      const unit = forms.charCodeAt(index);
      isStart = unit === SPACE || unit === LINE_FEED;
    }
    return false;
  }
}

/** Returns two code units of a text as one number. The second one counts as 0 after the end of the word. */
function pairAt(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  return (text.charCodeAt(start) << 16) | (second <= SPACE ? 0 : second);
}
