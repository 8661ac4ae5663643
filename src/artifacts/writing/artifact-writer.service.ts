import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { resolveCaps } from '../../common/paging/caps';
import { GLOBAL_OWNER, hasScope, maySeeLibrary, type Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { scopeInTransaction } from '../../database/transaction-scope';
import { Transactions } from '../../database/transactions';
import { type ArtifactKey, partitionOf, visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import { ArtifactReader } from '../../read-model/artifacts/artifact-reader';
import { ArtifactConditions, type WriteConditions } from './artifact-conditions.service';
import { type ArtifactDraft, toDraft, toReason } from './artifact-draft';
import { ArtifactSourcesStore } from './artifact-sources.store';
import { ArtifactSuccession } from './artifact-succession.service';
import { ArtifactStore } from './artifact.store';
import type { LockedArtifact } from './artifact.sql';
import { ARTIFACT_ORIGINS, type ArtifactResponse } from '../artifacts.dto';
import type { PutArtifactRequest } from './artifact-requests.dto';
import type { InvalidatedArtifact } from './invalidation.dto';
import { WRITE_GLOBAL_ARTIFACTS } from '../artifacts.service';

interface WrittenArtifact {
  readonly created: boolean;
  readonly artifact: ArtifactResponse;
}

/**
 * Writes artifacts with their content and sources. In the same transaction, changes the states of the artifact that a
 * write supersedes and of derived artifacts.
 */
@Injectable()
export class ArtifactWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: ArtifactStore,
    private readonly sources: ArtifactSourcesStore,
    private readonly succession: ArtifactSuccession,
    private readonly conditions: ArtifactConditions,
    private readonly reader: ArtifactReader,
  ) {}

  /**
   * Creates or replaces the artifact with this id. The scope of the request selects the caller's artifact or the
   * global one. Throws:
   * - `invalid-request` or `invalid-media-id` if a field is invalid;
   * - `payload-too-large` if the content is too large;
   * - `forbidden` if the caller may not write global artifacts;
   * - `not-found` if the caller may not see a reference, or the library of the existing artifact;
   * - `precondition-failed` if the conditions do not hold;
   * - `conflict` as `requireReplaceable` does, or if links to other artifacts do not allow the write.
   */
  async upsert(
    principal: Principal,
    artifactId: string,
    request: PutArtifactRequest,
    conditions: WriteConditions = {},
  ): Promise<WrittenArtifact> {
    if (request.scope === 'global' && !hasScope(principal, WRITE_GLOBAL_ARTIFACTS)) throw Problem.forbidden();
    const draft = toDraft(request);
    return this.transactions.run(
      (manager) => this.write(manager, principal, artifactId, { draft, conditions }),
      // With a user id, row-level security would refuse to write global artifacts.
      draft.isGlobal ? undefined : principal.userId,
    );
  }

  /**
   * Invalidates an artifact and everything derived from it. Throws `invalid-request` if the reason is invalid. Throws
   * `not-found` if the artifact is already invalidated, or if the caller may not see it. Throws `forbidden` if it is
   * global and the caller lacks the scope `artifacts:write`.
   */
  invalidate(principal: Principal, artifactId: string, reason: string): Promise<InvalidatedArtifact> {
    const cleanReason = toReason(reason);
    return this.transactions.run(
      async (manager) => {
        const locked = await this.store.lock(manager, artifactId, visibleOwnerKeys(principal));
        const artifact = requireInvalidable(principal, locked);
        const { revision, updated_at } = await this.store.storeReason(manager, artifact, cleanReason);
        await this.succession.invalidate(manager, artifact);
        return { artifact_id: artifactId, status: 'invalidated', revision, updated_at: updated_at.toISOString() };
      },
      // As in `upsert`: the artifact may be global.
      hasScope(principal, WRITE_GLOBAL_ARTIFACTS) ? undefined : principal.userId,
    );
  }

  private async write(
    manager: EntityManager,
    principal: Principal,
    artifactId: string,
    { draft, conditions }: { readonly draft: ArtifactDraft; readonly conditions: WriteConditions },
  ): Promise<WrittenArtifact> {
    const scope = scopeInTransaction(manager, principal);
    const ownerKey = draft.isGlobal ? GLOBAL_OWNER : principal.userId;
    await this.store.lockId(manager, artifactId);
    await this.succession.lockDerivations(manager, ownerKey, draft);
    await this.sources.lockWatchStates(manager, principal, draft);
    const references = await this.sources.resolve(scope, artifactId, draft);
    const partitionId = partitionOf(references.libraryId, ownerKey);
    const key = { partition_id: partitionId, owner_key: ownerKey, artifact_id: artifactId };
    const locked = await this.store.lock(manager, artifactId, visibleOwnerKeys(principal));
    const existing = requireReplaceable(principal, locked, key, draft);
    const plan = { key, existing, draft, references };
    const isChanged = existing?.status !== 'active' || existing.request_hash !== draft.requestHash;
    if (isChanged) await this.succession.requireAcyclicChain(manager, plan);
    // The artifact that this write supersedes. An unchanged request supersedes it again if it has become active or
    // stale since.
    const superseded = await this.succession.lockSuperseded(manager, principal, plan);
    // The conditions come last, so that a request that also fails for another reason gets the problem of that reason.
    await this.conditions.requireConditions(scope, key, existing, conditions);
    if (isChanged || superseded !== null) {
      if (superseded !== null) await this.succession.supersede(manager, superseded, artifactId);
      const supersedesId = draft.supersedesId ?? existing?.supersedes_artifact_id ?? null;
      const write = { key, authorId: principal.userId, draft, references, supersedesId };
      if (existing === null) {
        await this.store.insert(manager, write);
      } else {
        await this.store.replace(manager, write);
        await this.succession.markDependentsStale(manager, existing, draft);
      }
    }
    const row = await this.reader.getRow(scope, key);
    const [artifact] = await this.reader.toSummaries(scope, [row], resolveCaps());
    if (artifact === undefined) throw new Error('The written artifact has no summary.');
    return { created: existing === null, artifact: { ...artifact, origins: ARTIFACT_ORIGINS } };
  }
}

/**
 * Returns the row that a PUT replaces; null if it creates an artifact. Throws `not-found` if the caller may not see the
 * library of the row. Throws `conflict` if the row is superseded or belongs to another library than the request, or if
 * the request expects another revision than the row has (0 without a row). Without a row, also throws `conflict` if the
 * caller can know of an artifact of the other scope with this id. Callers who may write global artifacts know of
 * artifacts in any state.
 */
function requireReplaceable(
  principal: Principal,
  locked: readonly LockedArtifact[],
  key: ArtifactKey,
  draft: ArtifactDraft,
): LockedArtifact | null {
  const existing = locked.find((row) => row.owner_key === key.owner_key) ?? null;
  if (existing === null) {
    const isOfOtherScope = locked.some(
      (row) =>
        maySeeLibrary(principal, row.library_id) &&
        (isKnownToReaders(row) || hasScope(principal, WRITE_GLOBAL_ARTIFACTS)),
    );
    if (isOfOtherScope) throw Problem.conflict('The scope of an artifact cannot be changed.');
  } else {
    if (!maySeeLibrary(principal, existing.library_id)) throw Problem.notFound();
    if (existing.status === 'superseded') throw Problem.conflict('A superseded artifact cannot be changed.');
    if (existing.partition_id !== key.partition_id) {
      throw Problem.conflict('The library of an artifact cannot be changed.');
    }
  }
  if (draft.expectedRevision !== null && draft.expectedRevision !== (existing?.revision ?? 0)) {
    throw Problem.conflict('The artifact has another revision.');
  }
  return existing;
}

/** Returns the row to invalidate. The artifact of the caller takes precedence over a global artifact. */
function requireInvalidable(principal: Principal, locked: readonly LockedArtifact[]): LockedArtifact {
  const candidates = locked.filter((row) => row.status !== 'invalidated' && maySeeLibrary(principal, row.library_id));
  const ownArtifact = candidates.find((row) => row.owner_key === principal.userId);
  if (ownArtifact !== undefined) return ownArtifact;
  const [globalArtifact] = candidates;
  if (globalArtifact === undefined) throw Problem.notFound();
  if (hasScope(principal, WRITE_GLOBAL_ARTIFACTS)) return globalArtifact;
  throw isKnownToReaders(globalArtifact) ? Problem.forbidden() : Problem.notFound();
}

/** Whether readers can find out that the artifact exists. A superseded artifact gives 410 instead of 404. */
function isKnownToReaders(row: LockedArtifact): boolean {
  return row.status === 'active' || row.status === 'superseded';
}
