/** Compares groundings with the records that they cite. */
import { containsText } from '../common/text/contains';
import { summarize } from '../common/text/summary';
import { isWatchStateField } from '../read-model/artifacts/watch-state.sql';
import { artifactTexts, type CitedArtifact, type CitedItem, itemTexts, watchStateTexts } from './cited-texts';
import type { CitedEvidence, CitedGrounding, Difference, GroundingCheck } from './grounding.dto';

/** The result for one grounding, without its place. */
export type CheckResult = Omit<GroundingCheck, 'position'>;

export const VALID: CheckResult = Object.freeze({ status: 'valid', differs: [], present_summary: null });
export const UNKNOWN: CheckResult = Object.freeze({ status: 'unknown', differs: [], present_summary: null });

/** Whether a grounding of an item cites the caller's watch state of it. */
export function citesWatchState({ source, field }: CitedGrounding): boolean {
  return source === 'watch_state' || isWatchStateField(field);
}

/** Compares a grounding with its item. `maxChars` is the maximum length of the present text, in code points. */
export function checkItem(grounding: CitedGrounding, item: CitedItem, maxChars: number): CheckResult {
  const field = grounding.field ?? '';
  if (!citesWatchState(grounding)) return compare(grounding, itemTexts(item, field), item.source_hash, maxChars);
  return compare(grounding, watchStateTexts(item, field), item.watch_state_hash, maxChars);
}

/** Compares a grounding with its artifact. */
export function checkArtifact(grounding: CitedGrounding, artifact: CitedArtifact, maxChars: number): CheckResult {
  const texts = artifactTexts(artifact, grounding.field ?? '');
  const result = compare(grounding, texts, artifact.source_hash, maxChars);
  return result.present_summary === null ? result : { ...result, origin: artifact.origin };
}

function compare(
  { evidence, source_hash: hash }: CitedGrounding,
  texts: readonly string[],
  presentHash: string | null,
  maxChars: number,
): CheckResult {
  const differs: Difference[] = [];
  const isQuoted = evidence === undefined || quotes(evidence, texts);
  if (!isQuoted) differs.push('evidence');
  if (hash !== undefined && hash !== presentHash) differs.push('source_hash');
  if (differs.length === 0) return VALID;
  const [present] = texts;
  const budget = Math.min(evidence?.max_chars ?? maxChars, maxChars);
  const present_summary = isQuoted || present === undefined ? null : summarize(present, budget);
  return { status: 'changed', differs, present_summary };
}

function quotes({ text, truncated }: CitedEvidence, texts: readonly string[]): boolean {
  if (truncated === false) return texts.includes(text);
  return texts.some((each) => containsText(each, text));
}
