/** Groups of related films, to measure related items on real data. Contains facts about films, no text of a data set. */

/** A group of films, each named as `Title (year)`. */
export interface LabelledGroup {
  /** Why the films are related. */
  readonly why: string;
  /** Films of the group whose related items are requested. */
  readonly seeds: readonly string[];
  /** Films of the group that are only expected results. */
  readonly others?: readonly string[];
  /** Unrelated films with a similar word or name. None may be among the first five results. */
  readonly strangers?: readonly string[];
}
