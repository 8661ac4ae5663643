/** Citations in an answer of a model, and the evidence for them in the results of tools. */
import type { components } from 'intelligence-client';

type Grounding = components['schemas']['IntelligenceGroundingRef'];
/** A citation as `grounding:verify` and `verify_citations` take it. */
export type Citation = Pick<Grounding, 'source' | 'media_id' | 'field'> & { evidence?: { text: string } };

/** What the model is told about citations. */
export const CITATION_RULE = 'After each title, write its media id in brackets, such as [movie:<uuid>].';
/** The most citations that one check takes. */
export const CITATIONS_MAX = 48;

/** The media ids in an answer, each once, in their order. */
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

/** The evidence for the cited ids. An id without evidence is cited alone: then only the existence is checked. */
export function toCitations(ids: readonly string[], groundings: readonly Grounding[]): Citation[] {
  const citations = ids.flatMap((id): Citation[] => {
    const own = groundings.filter(({ media_id: mediaId }) => mediaId === id);
    return own.length === 0 ? [{ source: 'media_metadata', media_id: id }] : own.map(toCitation);
  });
  return citations.slice(0, CITATIONS_MAX);
}

function toCitation({ source, media_id: mediaId, field, evidence }: Grounding): Citation {
  return {
    source,
    ...(mediaId === undefined ? {} : { media_id: mediaId }),
    ...(field === undefined ? {} : { field }),
    ...(evidence === undefined ? {} : { evidence: { text: evidence.text } }),
  };
}
