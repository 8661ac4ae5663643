import { SetMetadata } from '@nestjs/common';

export const OWNED_BY = 'auth:owned-by';

/** Things that belong to a user, and the route parameter that names one of them. */
export const OWNED_PARAMETERS = { artifact: 'artifact_id', run: 'run_id' } as const;
export type OwnedKind = keyof typeof OWNED_PARAMETERS;

/** The declared rule of a route. */
export interface OwnershipRule {
  readonly kind: OwnedKind;
  /** Whether the route makes the thing when it is absent. */
  readonly mayCreate: boolean;
}

/**
 * The route's owned id must name a thing the caller may see; else the answer is the 404 of an absent one. With
 * `mayCreate`, an absent one is let through, unless its id is the nil or the max UUID (400). The predicate in the
 * statement stays the truth; this is the second lock, at the cost of one read.
 */
export function OwnedBy(kind: OwnedKind, options: { readonly mayCreate?: boolean } = {}): MethodDecorator {
  const rule: OwnershipRule = { kind, mayCreate: options.mayCreate ?? false };
  return SetMetadata(OWNED_BY, rule);
}
