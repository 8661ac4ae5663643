import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { maySeeLibrary, type Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';
import { ArtifactStalenessStore } from '../../read-model/artifacts/artifact-staleness.store';
import type { ArtifactDraft } from './artifact-draft';
import { ArtifactGraphStore } from './artifact-graph.store';
import type { ResolvedReferences } from './artifact-references';
import { ArtifactStore } from './artifact.store';
import type { LockedArtifact } from './artifact.sql';

/** An upsert that is about to be written. */
export interface PlannedWrite {
  readonly key: ArtifactKey;
  readonly existing: LockedArtifact | null;
  readonly draft: ArtifactDraft;
  readonly references: ResolvedReferences;
}

/** Applies the effects of a write on other artifacts: on the superseded artifact, and on artifacts derived from it. */
@Injectable()
export class ArtifactSuccession {
  constructor(
    private readonly store: ArtifactStore,
    private readonly graph: ArtifactGraphStore,
    private readonly staleness: ArtifactStalenessStore,
  ) {}

  /**
   * Locks the derivation graph if the upsert adds links between artifacts. To prevent deadlocks, the only lock that a
   * transaction may take earlier is the lock of the artifact id.
   */
  async lockDerivations(manager: EntityManager, ownerKey: string, draft: ArtifactDraft): Promise<void> {
    const addsLinks = draft.supersedesId !== null || draft.sources.some((source) => source.kind === 'artifact');
    if (addsLinks) await this.graph.lockDerivationGraph(manager, ownerKey);
  }

  /**
   * Marks the artifact in `supersedes_artifact_id` as superseded, and returns its id; null without such an id. A stored
   * id cannot change. Throws `conflict` for circles, for chains that are too long, for a changed id, and for an
   * artifact that is already superseded. Throws `invalid-request` if the libraries differ, and `not-found` if the
   * caller may not see the superseded artifact.
   */
  async supersedePrevious(manager: EntityManager, principal: Principal, write: PlannedWrite): Promise<string | null> {
    const { key, existing, draft, references } = write;
    await this.graph.requireAcyclicChain(manager, key, references.sources);
    const currentId = existing?.supersedes_artifact_id ?? null;
    const targetId = draft.supersedesId ?? currentId;
    if (targetId === currentId) return currentId;
    if (currentId !== null) throw Problem.conflict('The superseded artifact cannot be changed.');
    if (targetId === key.artifact_id) throw Problem.conflict('An artifact cannot supersede itself.');
    if (targetId !== null) await this.supersede(manager, principal, key, targetId);
    return targetId;
  }

  /** Marks artifacts derived from the previous content as stale, if the content changed. */
  async markDependentsStale(manager: EntityManager, existing: LockedArtifact, draft: ArtifactDraft): Promise<void> {
    if (existing.content_hash !== draft.contentHash) await this.staleness.demoteDependentsOf(manager, existing);
  }

  /** Invalidates an artifact and everything derived from it. */
  async invalidate(manager: EntityManager, artifact: LockedArtifact): Promise<void> {
    await this.staleness.demote(manager, [artifact], 'invalidated');
  }

  // Successors cannot form a circle: this transaction makes the successor active, so the successor can be superseded
  // only later than the artifact that it supersedes.
  private async supersede(
    manager: EntityManager,
    principal: Principal,
    key: ArtifactKey,
    targetArtifactId: string,
  ): Promise<void> {
    const [old] = await this.store.lock(manager, targetArtifactId, [key.owner_key]);
    if (old === undefined || old.status === 'invalidated' || !maySeeLibrary(principal, old.library_id)) {
      throw Problem.notFound();
    }
    if (old.partition_id !== key.partition_id) {
      throw Problem.invalidField('supersedes_artifact_id', 'must be an artifact of the same library');
    }
    if (old.status === 'superseded') throw Problem.conflict('The artifact is already superseded.');
    await this.staleness.demote(manager, [old], 'superseded');
    await this.store.storeSuccessor(manager, old, key.artifact_id);
  }
}
