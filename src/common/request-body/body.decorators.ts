/**
 * Decorators for the request bodies that a handler accepts. A handler without them accepts JSON of up to
 * `SMALL_BODY_MAX_BYTES`.
 */
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';

/** Metadata key of the opaque fields of a large body. */
export const LARGE_BODY = 'large_body';

/** Metadata key of the media type of a streamed body. */
export const STREAMED_BODY = 'streamed_body';

/** Maximum size of a JSON body in bytes, unless the handler declares `@LargeBody` or `BODY_LIMIT_BYTES` is smaller. */
export const SMALL_BODY_MAX_BYTES = 65_536;

/** Maximum number of elements and members of a body, without its opaque fields. */
export const BODY_MAX_VALUES = 2_000;

/** Maximum number of elements and members of one opaque field. */
export const OPAQUE_MAX_VALUES = 20_000;

/**
 * Accepts bodies of up to `BODY_LIMIT_BYTES`. The handler gets an opaque field as JSON text (`OpaqueJson`). Each opaque
 * field has its own maximum of elements and members.
 */
export function LargeBody(...opaqueFields: readonly string[]): MethodDecorator {
  return SetMetadata(LARGE_BODY, opaqueFields);
}

/** Declares a field of a request class as `OpaqueJson`. The handler must also name it in `@LargeBody`. */
export function Opaque(): PropertyDecorator {
  return applyDecorators(
    Allow(),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}

/**
 * Lets the handler read the request stream itself. Other media types and all content codings are refused before the
 * handler runs. The handler must limit how much it reads.
 */
export function StreamedBody(mediaType: string): MethodDecorator {
  return applyDecorators(SetMetadata(STREAMED_BODY, mediaType), ApiConsumes(mediaType));
}
