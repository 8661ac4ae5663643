/** Common fields of the reads that select items. */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsUUID } from 'class-validator';
import { MEDIA_KINDS, type MediaKind } from '../media-id';
import { BoundedRequest, IsAbsentOr } from './bounded-request.dto';
import { FACET_KINDS } from './facet-kinds';

/** Maximum number of library ids in a request. */
export const LIBRARY_IDS_MAX = 50;

/** Facet kinds to count: optional, but not an empty list. */
export function IsFacetKinds(): PropertyDecorator {
  return applyDecorators(
    IsAbsentOr(),
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(FACET_KINDS.length * 2),
    IsIn(FACET_KINDS, { each: true }),
    ApiProperty({ enum: FACET_KINDS, isArray: true, required: false }),
  );
}

/** A read of some libraries. */
export class LibrariesRequest extends BoundedRequest {
  /** UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIBRARY_IDS_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[];
}

/** A read of items of some libraries and kinds. */
export class ItemsRequest extends LibrariesRequest {
  /** Kinds of items. Default: all kinds, including seasons and episodes. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MEDIA_KINDS.length * 2)
  @IsIn(MEDIA_KINDS, { each: true })
  @ApiProperty({ enum: MEDIA_KINDS, isArray: true, required: false })
  media_kinds?: MediaKind[];
}
