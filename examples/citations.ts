/** Citations in an answer of a model, and the evidence for them in the results of tools. */
import type { components } from 'intelligence-client';

type Grounding = components['schemas']['IntelligenceGroundingRef'];
/** A citation for `grounding:verify` and `verify_citations`. */
type Citation = Pick<Grounding, 'source' | 'media_id' | 'field'> & { evidence?: { text: string } };

/** A check in an answer of `grounding:verify` or `verify_citations`. `position` counts from 1. */
export type Check = Pick<components['schemas']['GroundingCheck'], 'position' | 'status'>;

/**
 * A cited id and its check; `unknown` means that the caller sees no item with this id. The model may have invented the
 * id, or the item is gone or hidden.
 */
export interface CheckedCitation {
  readonly media_id: string;
  readonly status: Check['status'];
}

/** The instruction about citations for the model. */
export const CITATION_RULE = 'After each title, write its media id in brackets, such as [movie:<uuid>].';
/** Maximum number of citations in one call of `grounding:verify` or `verify_citations`. */
const CITATIONS_MAX = 48;

/** The distinct media ids in an answer, in the order of their first occurrence. */
function findCitedIds(answer: string): string[] {
  const ids = Array.from(answer.matchAll(/\[((?:movie|series|season|episode):[0-9a-f-]{36})\]/g), ([, id = '']) => id);
  return [...new Set(ids)];
}

/** The groundings anywhere in a result of a tool. */
function findGroundings(result: unknown): Grounding[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([name, value]) =>
    name === 'grounding' && Array.isArray(value) ? (value as Grounding[]) : findGroundings(value),
  );
}

/** The groundings of the cited ids. For an id without a grounding, only the existence of the item is checked. */
function toCitations(ids: readonly string[], groundings: readonly Grounding[]): Citation[] {
  return ids.flatMap((id): Citation[] => {
    const itemGroundings = groundings.filter(({ media_id: mediaId }) => mediaId === id);
    return itemGroundings.length === 0 ? [{ source: 'media_metadata', media_id: id }] : itemGroundings.map(toCitation);
  });
}

/** Checks what an answer cites, with the groundings in `results`. An id with several groundings has several checks. */
export async function checkCitations(
  answer: string,
  results: readonly unknown[],
  verify: (groundings: Citation[]) => Promise<readonly Check[]>,
): Promise<CheckedCitation[]> {
  const citations = toCitations(findCitedIds(answer), findGroundings(results));
  const checked: CheckedCitation[] = [];
  for (let start = 0; start < citations.length; start += CITATIONS_MAX) {
    const part = citations.slice(start, start + CITATIONS_MAX);
    const checks = await verify(part);
    checked.push(...checks.map(({ position, status }) => ({ media_id: part[position - 1]?.media_id ?? '', status })));
  }
  return checked;
}

function toCitation({ source, media_id: mediaId, field, evidence }: Grounding): Citation {
  return {
    source,
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    ...(field === undefined ? {} : { field }),
    ...(evidence === undefined ? {} : { evidence: { text: evidence.text } }),
  };
}
