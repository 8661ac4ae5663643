import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { resolveCaps } from '../../common/paging/caps';
import type { IntelligenceArtifactSummary } from '../../common/dto/artifact-summary.dto';
import { matchesStrongly, matchesWeakly } from '../../common/entity-tags';
import { Problem } from '../../common/problems/problem';
import type { ReadScope } from '../../database/read-scope';
import { ArtifactReader } from '../../read-model/artifacts/artifact-reader';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';
import type { LockedArtifact } from './artifact.sql';

/** Condition headers of a PUT. Undefined when the header was not sent. */
export interface WriteConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Returns the strong entity tag of an artifact as the caller sees it. */
export function etagOf(artifact: IntelligenceArtifactSummary): string {
  // The revision is not sufficient, because the title of the item and the visible sources can change without it.
  const digest = createHash('sha256').update(JSON.stringify(artifact)).digest('base64url');
  return `"${artifact.revision}-${digest.slice(0, 22)}"`;
}

/** Checks the conditions of a PUT. */
@Injectable()
export class ArtifactConditions {
  constructor(private readonly reader: ArtifactReader) {}

  /**
   * Throws `precondition-failed` unless the conditions hold. The row of the artifact must be locked. Entity tags are
   * compared with the two tags that a GET can return: one for the level of detail `full`, and one for all other
   * levels. An artifact that a GET does not return has no tag. `If-None-Match: *` also requires that no artifact has
   * the key, in any state.
   */
  async requireConditions(
    scope: ReadScope,
    key: ArtifactKey,
    existing: LockedArtifact | null,
    { ifMatch, ifNoneMatch }: WriteConditions,
  ): Promise<void> {
    if (ifMatch === undefined && ifNoneMatch === undefined) return;
    const alreadyExists = ifNoneMatch?.trim() === '*' && existing !== null;
    const current = existing?.status === 'active' ? await this.readTags(scope, key) : [];
    const lacksExpectedTag = ifMatch !== undefined && !current.some((tag) => matchesStrongly(ifMatch, tag));
    const hasExcludedTag = ifNoneMatch !== undefined && current.some((tag) => matchesWeakly(ifNoneMatch, tag));
    if (alreadyExists || lacksExpectedTag || hasExcludedTag) throw new Problem('precondition-failed');
  }

  private async readTags(scope: ReadScope, key: ArtifactKey): Promise<string[]> {
    const shown = await this.reader.listRows(scope, { artifactIds: [key.artifact_id] });
    const rows = shown.filter((row) => row.owner_key === key.owner_key);
    const shownArtifacts = await Promise.all(
      (['standard', 'full'] as const).map((level) => this.reader.toSummaries(scope, rows, resolveCaps({}, level))),
    );
    return shownArtifacts.flat().map(etagOf);
  }
}
