import { Injectable } from '@nestjs/common';
import { formatMediaId, type MediaId } from '../common/media-id';
import { requireMediaId } from '../common/problems/required-ids';
import { resolveCaps } from '../common/paging/caps';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ReadPool } from '../database/read-pool';
import { checkArtifact, checkItem, type CheckResult, citesWatchState, UNKNOWN, VALID } from './grounding-checks';
import { CHECKS_ORIGINS, type VerifyGroundingRequest, type VerifyGroundingResponse } from './grounding.dto';
import type { CitedGrounding } from './cited-grounding.dto';
import { GroundingRepository } from './grounding.repository';

/** A grounding and the record that it cites: an item, an artifact, a library, or none. */
interface Citation {
  readonly grounding: CitedGrounding;
  readonly media?: MediaId;
  /** UUID in lower case. */
  readonly artifactId?: string;
  readonly libraryName?: string;
}

/** Checks whether groundings of earlier answers still hold. */
@Injectable()
export class GroundingService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: GroundingRepository,
  ) {}

  /**
   * Compares each grounding with the current record, in one snapshot. The result is the same for absent records and for
   * records that the caller may not see. Throws `invalid-media-id`, `invalid-request` if a grounding has both a media
   * id and an artifact id, and `invalid-cursor` if the request has a cursor.
   */
  async verifyGrounding(principal: Principal, request: VerifyGroundingRequest): Promise<VerifyGroundingResponse> {
    if (typeof request.pagination?.cursor === 'string') throw Problem.invalidCursor();
    const caps = resolveCaps(request.caps, request.detail);
    const citations = request.groundings.map(toCitation);
    const results = await this.checkCitations(principal, citations, caps.summary_max_chars);
    const checks = results.map((result, index) => ({ position: index + 1, ...result }));
    return { checks, caps, origins: CHECKS_ORIGINS };
  }

  private checkCitations(
    principal: Principal,
    citations: readonly Citation[],
    maxChars: number,
  ): Promise<CheckResult[]> {
    const itemCitations = citations.flatMap(({ media, grounding }) =>
      media === undefined ? [] : [{ media, citesWatchState: citesWatchState(grounding) }],
    );
    const artifactIds = citations.flatMap(({ artifactId }) => artifactId ?? []);
    const libraryCitations = citations.filter(({ libraryName }) => libraryName !== undefined);
    return this.reads.readAs(principal, async (scope) => {
      const [items, artifacts, libraryIndexes] = await Promise.all([
        this.repository.readItems(scope, itemCitations),
        this.repository.readArtifacts(scope, artifactIds),
        this.repository.findLibraries(
          scope,
          libraryCitations.map(({ libraryName: name = '', grounding }) => {
            return { name, isWhole: grounding.evidence?.truncated === false };
          }),
        ),
      ]);
      return citations.map((citation): CheckResult => {
        const { grounding, media, artifactId = '' } = citation;
        if (libraryIndexes.has(libraryCitations.indexOf(citation))) return VALID;
        const item = media && items.get(formatMediaId(media.kind, media.uuid));
        if (item !== undefined) return checkItem(grounding, item, maxChars);
        const artifact = artifacts.get(artifactId);
        return artifact === undefined ? UNKNOWN : checkArtifact(grounding, artifact, maxChars);
      });
    });
  }
}

function toCitation(grounding: CitedGrounding, index: number): Citation {
  const { source, media_id, artifact_id, evidence } = grounding;
  const field = `groundings[${index}]`;
  if (media_id !== undefined && artifact_id !== undefined) {
    throw Problem.invalidField(`${field}.artifact_id`, 'must not be given with a media_id');
  }
  if (media_id !== undefined) return { grounding, media: requireMediaId(media_id, `${field}.media_id`) };
  if (artifact_id !== undefined) return { grounding, artifactId: artifact_id.toLowerCase() };
  // Answers cite a library only by its name.
  if (source === 'library' && evidence !== undefined && evidence.text !== '') {
    return { grounding, libraryName: evidence.text };
  }
  return { grounding };
}
