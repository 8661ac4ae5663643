import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';

/** Key of the handler metadata that holds the opaque fields of a large body. */
export const LARGE_BODY = 'large_body';

/** Bytes of the JSON body of a route that declares nothing else. */
export const SMALL_BODY_MAX_BYTES = 65_536;

/** Elements and members that a body may hold, opaque fields apart. */
export const BODY_MAX_VALUES = 2_000;

/** Elements and members that one opaque field may hold. */
export const OPAQUE_MAX_VALUES = 20_000;

/**
 * Declares that a handler takes bodies of up to `BODY_LIMIT_BYTES`. The named fields of the body are opaque: they come as
 * `OpaqueJson`, and have a bound of elements of their own.
 */
export function LargeBody(...opaqueFields: readonly string[]): MethodDecorator {
  return SetMetadata(LARGE_BODY, opaqueFields);
}

/** Declares a field of a request class as `OpaqueJson`; the handler names it in `@LargeBody`, too. */
export function Opaque(): PropertyDecorator {
  return applyDecorators(
    Allow(),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}
