import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';

/** Metadata key of the opaque fields of a large body. */
export const LARGE_BODY = 'large_body';

/** Maximum size of a JSON body in bytes, unless the route declares `@LargeBody`. */
export const SMALL_BODY_MAX_BYTES = 65_536;

/** Maximum number of elements and members of a body, without its opaque fields. */
export const BODY_MAX_VALUES = 2_000;

/** Maximum number of elements and members of one opaque field. */
export const OPAQUE_MAX_VALUES = 20_000;

/**
 * Allows bodies of up to `BODY_LIMIT_BYTES`. The named fields are opaque: they are passed as `OpaqueJson` and have a
 * separate bound of elements and members.
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
