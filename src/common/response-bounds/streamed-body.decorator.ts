import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

/** Key of the handler metadata that holds the media type of a streamed body. */
export const STREAMED_BODY = 'streamed_body';

/**
 * Declares that a handler reads the request stream itself. Other media types than the declared one, and every content
 * coding, are refused before the handler runs; how much is read is the handler's own duty.
 */
export function StreamedBody(mediaType: string): MethodDecorator {
  return applyDecorators(SetMetadata(STREAMED_BODY, mediaType), ApiConsumes(mediaType));
}
