import { containsText } from '../common/text/contains';
import { summarize } from '../common/text/summary';
import { isWatchStateField } from '../read-model/artifacts/watch-state.sql';
import {
  listArtifactTexts,
  type CitedArtifact,
  type CitedItem,
  listItemTexts,
  listWatchStateTexts,
} from './cited-texts';
import type { Difference, GroundingCheck } from './grounding.dto';
import type { CitedEvidence, CitedGrounding } from './cited-grounding.dto';

/** The result for one grounding, without its position in the request. */
export type CheckResult = Omit<GroundingCheck, 'position'>;

export const VALID: CheckResult = Object.freeze({ status: 'valid', differs: [], present_summary: null });
export const UNKNOWN: CheckResult = Object.freeze({ status: 'unknown', differs: [], present_summary: null });

/** Whether a grounding of an item cites the caller's watch state of the item. */
export function citesWatchState({ source, field }: CitedGrounding): boolean {
  return source === 'watch_state' || isWatchStateField(field);
}

/** Compares a grounding with its item. `maxChars` is the maximum length of `present_summary`, in code points. */
export function checkItem(grounding: CitedGrounding, item: CitedItem, maxChars: number): CheckResult {
  const { field } = grounding;
  return citesWatchState(grounding)
    ? compareGrounding(grounding, listWatchStateTexts(item, field), item.watch_state_hash, maxChars)
    : compareGrounding(grounding, listItemTexts(item, field), item.source_hash, maxChars);
}

/** Compares a grounding with its artifact. `maxChars` is the maximum length of `present_summary`, in code points. */
export function checkArtifact(grounding: CitedGrounding, artifact: CitedArtifact, maxChars: number): CheckResult {
  const texts = listArtifactTexts(artifact, grounding.field);
  const result = compareGrounding(grounding, texts, artifact.source_hash, maxChars);
  return result.present_summary === null ? result : { ...result, origin: artifact.origin };
}

function compareGrounding(
  { field, evidence, source_hash: hash }: CitedGrounding,
  texts: readonly string[],
  currentHash: string | null,
  maxChars: number,
): CheckResult {
  const differs: Difference[] = [];
  const isQuoteCurrent = evidence === undefined || containsEvidence(evidence, texts);
  if (!isQuoteCurrent) differs.push('evidence');
  if (hash !== undefined && hash !== currentHash) differs.push('source_hash');
  if (differs.length === 0) return VALID;
  const current = field === undefined ? undefined : texts[0];
  const summaryLimit = Math.min(evidence?.max_chars ?? maxChars, maxChars);
  const present_summary = isQuoteCurrent || current === undefined ? null : summarize(current, summaryLimit);
  return { status: 'changed', differs, present_summary };
}

function containsEvidence({ text, truncated }: CitedEvidence, texts: readonly string[]): boolean {
  if (truncated === false) return texts.includes(text);
  return texts.some((each) => containsText(each, text));
}
