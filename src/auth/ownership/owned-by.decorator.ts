import { SetMetadata } from '@nestjs/common';

export const OWNED_BY = 'auth:owned-by';

/** Kinds of resources that belong to a user, and the route parameter with the id. */
export const OWNED_PARAMETERS = { artifact: 'artifact_id', run: 'run_id' } as const;
export type OwnedKind = keyof typeof OWNED_PARAMETERS;

/** The ownership rule of a route. */
export interface OwnershipRule {
  readonly kind: OwnedKind;
  /** Whether the route creates the resource if it does not exist. */
  readonly mayCreate: boolean;
}

/**
 * Requires that the resource with the id in the path is visible to the caller; otherwise the answer is 404, as for a
 * resource that does not exist. With `mayCreate`, a resource may be absent, unless its id is the nil or the max UUID
 * (400). The statements of the handler check visibility too; this second check costs one read.
 */
export function OwnedBy(kind: OwnedKind, options: { readonly mayCreate?: boolean } = {}): MethodDecorator {
  const rule: OwnershipRule = { kind, mayCreate: options.mayCreate ?? false };
  return SetMetadata(OWNED_BY, rule);
}
