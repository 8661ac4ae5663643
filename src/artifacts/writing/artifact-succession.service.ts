import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { type ArtifactKey, ArtifactStalenessStore } from '../../read-model/artifacts/artifact-staleness.store';
import type { ArtifactDraft } from './artifact-draft';
import { ArtifactGraphStore } from './artifact-graph.store';
import type { ResolvedReferences } from './artifact-references';
import { ArtifactStore, type LockedArtifact } from './artifact.store';

/** An upsert that is about to be written. */
export interface PlannedWrite {
  readonly key: ArtifactKey;
  readonly existing: LockedArtifact | null;
  readonly draft: ArtifactDraft;
  readonly references: ResolvedReferences;
}

/** What the writing of one artifact means for others: those it supersedes, and those that were derived from it. */
@Injectable()
export class ArtifactSuccession {
  constructor(
    private readonly store: ArtifactStore,
    private readonly graph: ArtifactGraphStore,
    private readonly staleness: ArtifactStalenessStore,
  ) {}

  /** Comes before every other lock of an upsert that links artifacts. */
  async begin(manager: EntityManager, ownerKey: string, draft: ArtifactDraft): Promise<void> {
    const links = draft.supersedesId !== null || draft.sources.some((source) => source.kind === 'artifact');
    if (links) await this.graph.lockGraph(manager, ownerKey);
  }

  /**
   * Marks what the artifact supersedes, before it is written, and gives its id: what was superseded once stays so.
   * Throws `conflict` for circles and for what is superseded already, `not-found` for what the caller may not see.
   */
  async succeed(manager: EntityManager, principal: Principal, write: PlannedWrite): Promise<string | null> {
    const { key, existing, draft, references } = write;
    await this.graph.requireBoundedChain(manager, key, references.sources);
    const before = existing?.supersedes_artifact_id ?? null;
    const wanted = draft.supersedesId ?? before;
    if (wanted === before) return before;
    if (before !== null) throw Problem.conflict('What an artifact supersedes never changes.');
    if (wanted === key.artifact_id) throw Problem.conflict('An artifact cannot supersede itself.');
    if (wanted !== null) await this.supersede(manager, principal, key, wanted);
    return wanted;
  }

  /** Marks what was derived from the earlier content, if it is another one now. */
  async replaced(manager: EntityManager, existing: LockedArtifact, draft: ArtifactDraft): Promise<void> {
    if (existing.content_hash !== draft.contentHash) await this.staleness.contentChanged(manager, existing);
  }

  /** Takes an artifact out of use, and all that was derived from it. */
  async invalidate(manager: EntityManager, artifact: LockedArtifact): Promise<void> {
    await this.staleness.demote(manager, [artifact], 'invalidated');
  }

  // A circle of successors cannot arise: what is superseded is never written again, so it supersedes nothing new.
  private async supersede(
    manager: EntityManager,
    { libraryIds }: Principal,
    key: ArtifactKey,
    oldId: string,
  ): Promise<void> {
    const [old] = await this.store.lock(manager, oldId, [key.owner_key]);
    const isHidden = old?.library_id != null && libraryIds !== null && !libraryIds.includes(old.library_id);
    if (old === undefined || old.status === 'invalidated' || isHidden) throw Problem.notFound();
    if (old.partition_id !== key.partition_id) {
      const message = 'must be an artifact of the same library';
      throw Problem.invalidRequest([{ field: 'supersedes_artifact_id', message }]);
    }
    if (old.status === 'superseded') throw Problem.conflict('The artifact is superseded already.');
    await this.staleness.demote(manager, [old], 'superseded');
    await this.store.nameSuccessor(manager, old, key.artifact_id);
  }
}
