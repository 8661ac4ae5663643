/** Groups of related films, to measure related items on real data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group of films, each named as `Title (year)`: a series, sequels, remakes, or films by the same people. */
export interface LabelledGroup {
  /** Why the films are related. */
  readonly why: string;
  /** Films of the group whose related items are requested. */
  readonly seeds: readonly string[];
  /** Films of the group that are only expected results. */
  readonly others?: readonly string[];
  /** Films that count as unrelated even if `UnrelatedRule` finds something in common. */
  readonly unrelated?: readonly string[];
}

/** Reads the groups from `groups.ndjson`, which has one group in each line. */
export function readGroups(): LabelledGroup[] {
  const lines = readFileSync(join(__dirname, 'groups.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as LabelledGroup);
}
