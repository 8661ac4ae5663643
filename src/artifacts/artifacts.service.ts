import { Injectable } from '@nestjs/common';
import { resolveCaps, resolvePagedCaps } from '../common/paging/caps';
import { CursorCodec } from '../common/paging/cursor';
import { formatMediaId, type MediaId } from '../common/media-id';
import { requireMediaId } from '../common/problems/required-ids';
import type { DetailLevel } from '../common/response-detail/detail-levels';
import { findPageStart, type PageCursor, toPage } from '../common/paging/paging';
import { hasScope, type Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ReadPool } from '../database/read-pool';
import type { ArtifactFilter } from '../read-model/artifacts/page/artifact-page-query';
import { ArtifactReader } from '../read-model/artifacts/artifact-reader';
import type { ArtifactRow } from '../read-model/artifacts/artifact-row';
import { queryLexemes } from '../read-model/artifacts/artifact-words';
import { etagOf } from './writing/artifact-conditions.service';
import {
  ARTIFACT_ORIGINS,
  type ArtifactResponse,
  type SearchArtifactsRequest,
  type SearchArtifactsResponse,
} from './artifacts.dto';
import { ArtifactsRepository } from './artifacts.repository';

/** The right (scope of an account) that is required to write global artifacts. */
export const WRITE_GLOBAL_ARTIFACTS = 'artifacts:write';

/** An artifact with its strong entity tag. */
interface TaggedArtifact {
  readonly artifact: ArtifactResponse;
  readonly etag: string;
}

/** Lists and reads the artifacts that a caller may see. */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly reads: ReadPool,
    private readonly reader: ArtifactReader,
    private readonly repository: ArtifactsRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** Returns a page of active artifacts, newest first. Throws `invalid-media-id` or `invalid-cursor`. */
  listArtifacts(principal: Principal, request: SearchArtifactsRequest): Promise<SearchArtifactsResponse> {
    const caps = resolvePagedCaps(request, 'artifact_limit');
    const limit = caps.artifact_limit;
    const filter = toFilter(request);
    const cursor: PageCursor<ArtifactRow> = {
      codec: this.cursors,
      binding: { userId: principal.userId, route: 'artifacts', filters: filter },
      keyOf: (row) => [row.created_at.toISOString(), row.artifact_id],
    };
    const after = findPageStart(request.pagination, cursor.codec, cursor.binding) as [string, string] | null;
    return this.reads.readAs(principal, async (scope) => {
      const hasNoSearchWords = filter.lexemes?.length === 0;
      const fetched = hasNoSearchWords ? [] : await this.reader.listRows(scope, filter, after);
      const { rows, page } = toPage(fetched, limit, cursor);
      const artifacts = await this.reader.toSummaries(scope, rows, caps);
      return { artifacts, page, caps, origins: ARTIFACT_ORIGINS };
    });
  }

  /**
   * Returns an active artifact with the caps of the level of detail, by default `standard`. Throws `not-found`, or
   * `gone` for a superseded artifact. `superseded_by` of `gone` is the last successor; null if the caller cannot read
   * it.
   */
  getArtifact(principal: Principal, artifactId: string, detail?: DetailLevel): Promise<TaggedArtifact> {
    return this.reads.readAs(principal, async (scope) => {
      const [row] = await this.reader.listRows(scope, { artifactIds: [artifactId] });
      if (row === undefined) {
        const successor = await this.repository.findSuccessor(scope, artifactId);
        throw successor === null ? Problem.notFound() : Problem.gone({ superseded_by: successor.artifact_id });
      }
      const [artifact] = await this.reader.toSummaries(scope, [row], resolveCaps({}, detail));
      if (artifact === undefined) throw Problem.notFound();
      return { artifact: { ...artifact, origins: ARTIFACT_ORIGINS }, etag: etagOf(artifact) };
    });
  }

  /**
   * Returns `visible` if the principal may see an artifact with the id; otherwise `hidden` if the principal owns one
   * in a library that the principal may not see; otherwise `absent`. Artifacts of other users count as absent, because
   * ids are unique only per owner.
   */
  ownershipOf(principal: Principal, artifactId: string): Promise<'visible' | 'hidden' | 'absent'> {
    const mayWriteGlobal = hasScope(principal, WRITE_GLOBAL_ARTIFACTS);
    return this.reads.readAs(principal, async (scope) => {
      const { visible, own } = await this.repository.readOwnership(scope, artifactId, mayWriteGlobal);
      if (visible) return 'visible';
      return own ? 'hidden' : 'absent';
    });
  }
}

function toFilter(request: SearchArtifactsRequest): ArtifactFilter {
  const { artifact_ids, media_ids, library_ids, kinds, query } = request;
  return {
    ...(artifact_ids && { artifactIds: sortDistinct(artifact_ids.map((id) => id.toLowerCase())) }),
    ...(media_ids && { mediaIds: sortDistinctMedia(media_ids) }),
    ...(library_ids && { libraryIds: sortDistinct(library_ids.map((id) => id.toLowerCase())) }),
    ...(kinds && { kinds: sortDistinct(kinds) }),
    ...(query !== undefined && { lexemes: queryLexemes(query.trim()) }),
  };
}

function sortDistinctMedia(texts: readonly string[]): MediaId[] {
  const byId = new Map(
    texts.map((text, index) => {
      const media = requireMediaId(text, `media_ids[${index}]`);
      return [formatMediaId(media.kind, media.uuid), media];
    }),
  );
  return [...byId.keys()].sort().map((id) => byId.get(id) as MediaId);
}

function sortDistinct<T extends string>(values: readonly T[]): T[] {
  return [...new Set(values)].sort();
}
