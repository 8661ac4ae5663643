import { Injectable } from '@nestjs/common';
import { getMediaId, type MediaId } from '../../common/media-id';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problem';
import { ReadPool } from '../../database/read-pool';
import { RefreshRequests } from '../../read-model/refresh-requests';
import type { ReadModelsResponse, RefreshAccepted, RefreshReadModelsRequest } from './read-models.dto';
import { ReadModelsRepository } from './read-models.repository';

/** Shows administrators the state of the read model and lets them ask for a refresh. */
@Injectable()
export class ReadModelsService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: ReadModelsRepository,
    private readonly requests: RefreshRequests,
  ) {}

  getState(principal: Principal): Promise<ReadModelsResponse> {
    return this.reads.readAs(principal, (scope) => this.repository.readState(scope));
  }

  /**
   * Queues rows of libraries that the caller may see to be derived again. Throws `invalid-request`,
   * `invalid-media-id`, and `not-found` for what is absent or hidden.
   */
  async requestRefresh(principal: Principal, request: RefreshReadModelsRequest): Promise<RefreshAccepted> {
    if (request.library_id !== undefined && request.media_id !== undefined) {
      throw Problem.invalidRequest([{ field: 'media_id', message: 'must not be given together with library_id' }]);
    }
    const queued =
      request.media_id === undefined
        ? await this.refreshLibraries(principal, request.library_id?.toLowerCase() ?? null)
        : await this.refreshMedia(principal, getMediaId(request.media_id, 'media_id'));
    if (queued === null) throw Problem.notFound();
    return { queued };
  }

  /** A null `libraryId` means every library that the caller may see; null is given for one that is absent or hidden. */
  private async refreshLibraries({ libraryIds }: Principal, libraryId: string | null): Promise<number | null> {
    if (libraryIds === null) return this.requests.refreshLibraries(libraryId);
    if (libraryId !== null) return libraryIds.includes(libraryId) ? this.requests.refreshLibraries(libraryId) : null;
    let queued = 0;
    for (const id of new Set(libraryIds)) queued += (await this.requests.refreshLibraries(id)) ?? 0;
    return queued;
  }

  /** Null for an item that is absent or hidden. An item never moves to another library, so that it may be seen first. */
  private async refreshMedia(principal: Principal, mediaId: MediaId): Promise<number | null> {
    const isVisible = await this.reads.readAs(principal, (scope) => this.repository.hasMedia(scope, mediaId));
    return isVisible ? this.requests.refreshMedia(mediaId) : null;
  }
}
