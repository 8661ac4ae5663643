import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { effectiveCaps } from '../../common/paging/caps';
import type { IntelligenceArtifactSummary } from '../../common/dto/intelligence.dto';
import { matchesStrongly, matchesWeakly } from '../../common/entity-tags';
import { Problem } from '../../common/problems/problem';
import type { ReadScope } from '../../database/read-pool';
import { ArtifactReader } from '../../read-model/artifacts/artifact-reader';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-staleness.store';
import type { LockedArtifact } from './artifact.store';

/** The conditions of a PUT; undefined for a header that was not sent. */
export interface WriteConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The strong validator of an artifact as a caller reads it. */
export function etagOf(artifact: IntelligenceArtifactSummary): string {
  // The revision alone would not do: the item's title and what the caller may see of the sources change without it.
  const digest = createHash('sha256').update(JSON.stringify(artifact)).digest('base64url');
  return `"${artifact.revision}-${digest.slice(0, 22)}"`;
}

/** Decides whether a conditional PUT may go on. */
@Injectable()
export class ArtifactConditions {
  constructor(private readonly reader: ArtifactReader) {}

  /**
   * Throws `precondition-failed` unless the conditions hold for the artifact of the key, whose row is locked. The current
   * representation is what a GET answers; an artifact that is not shown has none. `If-None-Match: *` asks for more: that
   * there is no artifact in any state. Without conditions nothing is read.
   */
  async require(
    scope: ReadScope,
    key: ArtifactKey,
    existing: LockedArtifact | null,
    { ifMatch, ifNoneMatch }: WriteConditions,
  ): Promise<void> {
    if (ifMatch === undefined && ifNoneMatch === undefined) return;
    const isThere = ifNoneMatch?.trim() === '*' && existing !== null;
    const current = existing?.status === 'active' ? await this.readTag(scope, key) : null;
    const isOther = ifMatch !== undefined && !matchesStrongly(ifMatch, current);
    const isSame = ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);
    if (isThere || isOther || isSame) throw new Problem('precondition-failed');
  }

  private async readTag(scope: ReadScope, key: ArtifactKey): Promise<string | null> {
    const shown = await this.reader.listRows(scope, { artifactIds: [key.artifact_id] });
    const rows = shown.filter((row) => row.owner_key === key.owner_key);
    const [artifact] = await this.reader.toSummaries(scope, rows, effectiveCaps());
    return artifact === undefined ? null : etagOf(artifact);
  }
}
