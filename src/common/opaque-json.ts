/** JSON that is carried through the generic machinery without being walked, copied or judged by it. */
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { Observable } from 'rxjs';

/**
 * A value of a request that is stored, not understood. Request classes are filled by code that takes some ten
 * microseconds for each element of nested arrays: half a million elements, which fit into one body, would hold up
 * every other request for seconds.
 */
export class OpaqueJson {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** The value as it was sent. */
  get value(): unknown {
    return this.#value;
  }

  toJSON(): unknown {
    return this.#value;
  }
}

/** Declares a field of a request class as `OpaqueJson`; the handler names it in `@OpaqueFields`, too. */
export function Opaque(): PropertyDecorator {
  return applyDecorators(
    Allow(),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}

/** Wraps the named fields of the body before it is checked against its class. */
export function OpaqueFields(...fields: readonly string[]): MethodDecorator {
  return UseInterceptors(new OpaqueFieldsInterceptor(fields));
}

@Injectable()
class OpaqueFieldsInterceptor implements NestInterceptor {
  constructor(private readonly fields: readonly string[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<{ body: Record<string, unknown> }>();
    for (const field of this.fields) {
      if (Object.hasOwn(body, field)) body[field] = new OpaqueJson(body[field]);
    }
    return next.handle();
  }
}
