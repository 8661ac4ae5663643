/** Citations in an answer of a model, and the evidence for them in the results of tools. */
import type { components } from 'intelligence-client';

type Grounding = components['schemas']['IntelligenceGroundingRef'];
/** A citation for `grounding:verify` and `verify_citations`. */
export type Citation = Pick<Grounding, 'source' | 'media_id' | 'field'> & { evidence?: { text: string } };

/** The instruction about citations for the model. */
export const CITATION_RULE = 'After each title, write its media id in brackets, such as [movie:<uuid>].';
/** Maximum number of citations in one call of `grounding:verify` or `verify_citations`. */
const CITATIONS_MAX = 48;

/** The distinct media ids in an answer, in the order of their first occurrence. */
export function findCitedIds(answer: string): string[] {
  const ids = Array.from(answer.matchAll(/\[((?:movie|series|season|episode):[0-9a-f-]{36})\]/g), ([, id = '']) => id);
  return [...new Set(ids)];
}

/** The groundings anywhere in a result of a tool. */
export function findGroundings(result: unknown): Grounding[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([name, value]) =>
    name === 'grounding' && Array.isArray(value) ? (value as Grounding[]) : findGroundings(value),
  );
}

/** The evidence for the cited ids. For an id without evidence, only the existence of the item is checked. */
export function toCitations(ids: readonly string[], groundings: readonly Grounding[]): Citation[] {
  return ids.flatMap((id): Citation[] => {
    const itemGroundings = groundings.filter(({ media_id: mediaId }) => mediaId === id);
    return itemGroundings.length === 0 ? [{ source: 'media_metadata', media_id: id }] : itemGroundings.map(toCitation);
  });
}

/**
 * Checks any number of citations, with as many calls of `verify` as that needs. The positions of the checks count from 1
 * over all citations.
 */
export async function checkAll<Check extends { readonly position: number }>(
  citations: readonly Citation[],
  verify: (groundings: Citation[]) => Promise<readonly Check[]>,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (let start = 0; start < citations.length; start += CITATIONS_MAX) {
    const part = await verify(citations.slice(start, start + CITATIONS_MAX));
    checks.push(...part.map((check) => ({ ...check, position: start + check.position })));
  }
  return checks;
}

function toCitation({ source, media_id: mediaId, field, evidence }: Grounding): Citation {
  return {
    source,
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    ...(field === undefined ? {} : { field }),
    ...(evidence === undefined ? {} : { evidence: { text: evidence.text } }),
  };
}
