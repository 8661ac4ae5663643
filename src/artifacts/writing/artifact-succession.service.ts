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

/**
 * Applies the effects of a write on other artifacts: on the superseded artifact, and on artifacts derived from the
 * superseded or the written artifact.
 */
@Injectable()
export class ArtifactSuccession {
  constructor(
    private readonly store: ArtifactStore,
    private readonly graph: ArtifactGraphStore,
    private readonly staleness: ArtifactStalenessStore,
  ) {}

  /**
   * Locks the derivation graph if the upsert adds links between artifacts. To prevent deadlocks, a transaction must
   * take this lock before all others, except for the lock of the artifact id.
   */
  async lockDerivations(manager: EntityManager, ownerKey: string, draft: ArtifactDraft): Promise<void> {
    const addsLinks = draft.supersedesId !== null || draft.sources.some((source) => source.kind === 'artifact');
    if (addsLinks) await this.graph.lockDerivationGraph(manager, ownerKey);
  }

  /** Throws `conflict` if the upsert makes a cycle of derivations, or a chain that is too long. */
  async requireAcyclicChain(manager: EntityManager, { key, references }: PlannedWrite): Promise<void> {
    await this.graph.requireAcyclicChain(manager, key, references.sources);
  }

  /**
   * Locks and returns the artifact in `supersedes_artifact_id`. Returns null if the draft names none, or if an earlier
   * upsert named the same artifact and it is neither active nor stale. Throws:
   * - `conflict` if an earlier upsert named another artifact, if the artifact would supersede itself, or if another
   *   artifact already supersedes the named one;
   * - `invalid-request` if the two artifacts belong to different libraries;
   * - `not-found` if the named artifact does not exist, is invalidated, or is hidden from the caller.
   */
  async lockSuperseded(
    manager: EntityManager,
    principal: Principal,
    { key, existing, draft }: PlannedWrite,
  ): Promise<LockedArtifact | null> {
    const currentId = existing?.supersedes_artifact_id ?? null;
    const targetId = draft.supersedesId;
    if (targetId === null) return null;
    if (currentId !== null && targetId !== currentId) {
      throw Problem.conflict('The superseded artifact cannot be changed.');
    }
    if (targetId === key.artifact_id) throw Problem.conflict('An artifact cannot supersede itself.');
    const [old] = await this.store.lock(manager, targetId, [key.owner_key]);
    const isActiveOrStale = old?.status === 'active' || old?.status === 'stale';
    // After a superseded artifact was invalidated, a PUT can make it active again. Then its successor can supersede it
    // once more.
    if (targetId === currentId && !isActiveOrStale) return null;
    if (old === undefined || old.status === 'invalidated' || !maySeeLibrary(principal, old.library_id)) {
      throw Problem.notFound();
    }
    if (old.partition_id !== key.partition_id) {
      throw Problem.invalidField('supersedes_artifact_id', 'must be an artifact of the same library');
    }
    if (!isActiveOrStale) throw Problem.conflict('The artifact is already superseded.');
    return old;
  }

  /**
   * Marks a locked artifact as superseded. Superseded artifacts cannot form a cycle: a successor becomes active in
   * this transaction, so it can only be superseded after its predecessor.
   */
  async supersede(manager: EntityManager, superseded: LockedArtifact, successorId: string): Promise<void> {
    await this.staleness.demote(manager, [superseded], 'superseded');
    await this.store.storeSuccessor(manager, superseded, successorId);
  }

  /** Marks artifacts derived from the previous content as stale, if the content changed. */
  async markDependentsStale(manager: EntityManager, existing: LockedArtifact, draft: ArtifactDraft): Promise<void> {
    if (existing.content_hash !== draft.contentHash) await this.staleness.demoteDependentsOf(manager, existing);
  }

  /** Invalidates an artifact and everything derived from it. */
  async invalidate(manager: EntityManager, artifact: LockedArtifact): Promise<void> {
    await this.staleness.demote(manager, [artifact], 'invalidated');
  }
}
