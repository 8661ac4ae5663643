import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

/** Metadata key of the media type of a streamed body. */
export const STREAMED_BODY = 'streamed_body';

/**
 * Declares that a handler reads the request stream itself. Other media types and all content codings are refused before
 * the handler runs. The handler must limit how much it reads.
 */
export function StreamedBody(mediaType: string): MethodDecorator {
  return applyDecorators(SetMetadata(STREAMED_BODY, mediaType), ApiConsumes(mediaType));
}
