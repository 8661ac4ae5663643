/** Computes how likely a typed word is a misspelling of a word of the catalog. */
import { editCost } from '../../../search/spelling/edit-cost';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { soundsOf } from '../../../search/spelling/spelling-keys';

/** Maximum edit cost by the minimum length of the typed word. */
const COST_LIMITS: readonly (readonly [chars: number, cost: number])[] = [
  [8, 2],
  [6, 1.5],
];
/** Maximum edit cost per letter of words that sound alike. */
const SOUND_SHARE = 0.36;
const SOUND_MAX_COST = 3;
const BEST_FAR = 0.92;
const LOSS_PER_COST = 0.08;
/** Discount on the edit cost of words that sound alike. */
const SOUND_WORTH = 0.6;

/** Compares words of the catalog with one that was typed and that the catalog does not have. */
export class Likeness {
  private readonly sounds: ReadonlySet<string>;
  private readonly limit: number;
  private readonly soundLimit: number;

  constructor(private readonly typed: string) {
    this.sounds = new Set(soundsOf(typed));
    this.limit = COST_LIMITS.find(([chars]) => typed.length >= chars)?.[1] ?? 0;
    this.soundLimit = this.sounds.size === 0 ? 0 : Math.min(SOUND_MAX_COST, typed.length * SOUND_SHARE);
  }

  /**
   * Returns 1 for a word that is one edit apart, less for one that differs more or only sounds alike, and 0 for one
   * that was not meant.
   */
  of(meant: string): number {
    if (isOneEditApart(this.typed, meant)) return 1;
    const furthest = Math.max(this.limit, this.soundLimit);
    // An added or omitted letter costs at least 0.5.
    if (Math.abs(this.typed.length - meant.length) > 2 * furthest) return 0;
    const cost = editCost(this.typed, meant);
    if (cost > furthest) return 0;
    const isAlike = soundsOf(meant).some((sound) => this.sounds.has(sound));
    if (cost > (isAlike ? furthest : this.limit)) return 0;
    const likeness = BEST_FAR - LOSS_PER_COST * Math.max(0, cost - (isAlike ? SOUND_WORTH : 0));
    return Math.round(likeness * 100) / 100;
  }
}
