import { Injectable } from '@nestjs/common';
import { requirePathMediaId } from '../common/problems/required-ids';
import type { Principal } from '../common/principal';
import { ItemContextService } from './context/item-context.service';
import type { ItemContextRequest, ItemContextResponse } from './context/item-context.dto';
import type { RelatedRequest, RelatedResponse } from './related/related.dto';
import { RelatedService } from './related/related.service';

/** Handles the requests for a single item. Accepts any spelling of the media id. */
@Injectable()
export class ItemsService {
  constructor(
    private readonly contexts: ItemContextService,
    private readonly related: RelatedService,
  ) {}

  /** Throws `invalid-media-id`, and the errors of `ItemContextService.getContext`. */
  async getContext(principal: Principal, mediaId: string, request: ItemContextRequest): Promise<ItemContextResponse> {
    return this.contexts.getContext(principal, requirePathMediaId(mediaId), request);
  }

  /** Throws `invalid-media-id`, and the errors of `RelatedService.listRelated`. */
  async listRelated(principal: Principal, mediaId: string, request: RelatedRequest): Promise<RelatedResponse> {
    return this.related.listRelated(principal, requirePathMediaId(mediaId), request);
  }
}
