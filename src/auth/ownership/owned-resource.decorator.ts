import { SetMetadata } from '@nestjs/common';

export const OWNED_RESOURCE = 'auth:owned-resource';

/** Kinds of resources that belong to a user, and the route parameter with their id. */
export const OWNED_PARAMETERS = { artifact: 'artifact_id', run: 'run_id' } as const;
export type OwnedKind = keyof typeof OWNED_PARAMETERS;

/** The ownership rule of a route. */
export interface OwnershipRule {
  readonly kind: OwnedKind;
  /** Whether the route creates the resource if it does not exist. */
  readonly mayCreate: boolean;
}

/**
 * Requires that the caller may see the resource with the id in the path; otherwise, the response is 404. With
 * `mayCreate`, an absent resource is allowed, but its id must not be the nil or the max UUID (400). The check costs
 * one read. It is an additional safeguard: the handler's statements also select only visible resources.
 */
export function OwnedResource(kind: OwnedKind, options: { readonly mayCreate?: boolean } = {}): MethodDecorator {
  const rule: OwnershipRule = { kind, mayCreate: options.mayCreate ?? false };
  return SetMetadata(OWNED_RESOURCE, rule);
}
