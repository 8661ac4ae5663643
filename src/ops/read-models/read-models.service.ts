import { Injectable } from '@nestjs/common';
import { requireMediaId } from '../../common/problems/required-ids';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { ReadPool } from '../../database/read-pool';
import { RefreshRequests } from '../../read-model/refresh/refresh-requests';
import type { ReadModelsResponse, RefreshAccepted, RefreshReadModelsRequest } from './read-models.dto';
import { ReadModelsRepository } from './read-models.repository';

/** Returns the state of the read model and queues refreshes, for administrators. */
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
   * Queues the given item or library, or all visible libraries, to be derived again. Throws `invalid-request` for two
   * ids, `invalid-media-id` for a malformed media id, and `not-found` for an absent or invisible item or library.
   */
  async requestRefresh(principal: Principal, request: RefreshReadModelsRequest): Promise<RefreshAccepted> {
    if (request.library_id !== undefined && request.media_id !== undefined) {
      throw Problem.invalidField('media_id', 'must not be given together with library_id');
    }
    const queued =
      request.media_id === undefined
        ? await this.requests.refreshLibraries(request.library_id?.toLowerCase() ?? null, principal.libraryIds)
        : await this.requests.refreshMedia(requireMediaId(request.media_id, 'media_id'), principal.libraryIds);
    if (queued === null) throw Problem.notFound();
    return { queued };
  }
}
