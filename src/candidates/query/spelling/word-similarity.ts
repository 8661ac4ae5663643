/** Computes how likely it is that a typed word is a misspelling of a word of the catalog. */
import { editCost } from '../../../search/spelling/edit-cost';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { soundsOf } from '../../../search/spelling/spelling-keys';

/** `cost` is the maximum edit cost for typed words of at least `chars` characters; it is 0 for shorter words. */
const COST_LIMITS: readonly (readonly [chars: number, cost: number])[] = [
  [8, 2],
  [6, 1.5],
];
/**
 * Added to a maximum edit cost above 0 if the catalog has another word of the query. Documents with both words then
 * show whether the correction is right. Without another word, the higher maximum would match random letters with words.
 */
const CONTEXT_COST = 0.4;
/** Maximum edit cost per letter of the typed word, for words that sound alike. */
const SOUND_COST_PER_LETTER = 0.36;
const SOUND_MAX_COST = 3;
/** Score of a word that is more than one edit apart, before `SCORE_LOSS_PER_COST` lowers it. */
const FAR_SCORE_MAX = 0.92;
const SCORE_LOSS_PER_COST = 0.08;
/** Subtracted from the edit cost of words that sound alike, only for the score. */
const SOUND_DISCOUNT = 0.6;

/** Compares words of the catalog with a typed word. */
export class WordSimilarity {
  private readonly sounds: ReadonlySet<string>;
  private readonly costLimit: number;
  private readonly soundCostLimit: number;

  /** `hasContext` tells whether the catalog has another word of the query. */
  constructor(
    private readonly typed: string,
    hasContext: boolean,
  ) {
    this.sounds = new Set(soundsOf(typed));
    const costLimit = COST_LIMITS.find(([chars]) => typed.length >= chars)?.[1] ?? 0;
    this.costLimit = costLimit > 0 && hasContext ? costLimit + CONTEXT_COST : costLimit;
    this.soundCostLimit = this.sounds.size === 0 ? 0 : Math.min(SOUND_MAX_COST, typed.length * SOUND_COST_PER_LETTER);
  }

  /**
   * Returns 1 for a word that is one edit apart, less for other similar words, and 0 for words that are not similar.
   */
  scoreOf(word: string): number {
    if (isOneEditApart(this.typed, word)) return 1;
    const maxCost = Math.max(this.costLimit, this.soundCostLimit);
    // An added or omitted letter costs at least 0.5.
    if (Math.abs(this.typed.length - word.length) > 2 * maxCost) return 0;
    const cost = editCost(this.typed, word, maxCost);
    if (cost > maxCost) return 0;
    const soundsAlike = soundsOf(word).some((sound) => this.sounds.has(sound));
    if (cost > (soundsAlike ? maxCost : this.costLimit)) return 0;
    const score = FAR_SCORE_MAX - SCORE_LOSS_PER_COST * Math.max(0, cost - (soundsAlike ? SOUND_DISCOUNT : 0));
    return Math.round(score * 100) / 100;
  }
}
