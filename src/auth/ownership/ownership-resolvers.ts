import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal';
import type { OwnedKind } from './owned-resource.decorator';

/** Whether a resource exists, and whether the caller may see it. */
type Ownership = 'visible' | 'hidden' | 'absent';

/**
 * Returns whether the resource with this id (a UUID in lower case) exists and is visible to the caller. Reads the
 * database once.
 */
type OwnershipResolver = (principal: Principal, id: string) => Promise<Ownership>;

/** Holds the resolver of each kind of resource. Features register them, so the guard depends on no feature. */
@Injectable()
export class OwnershipResolvers {
  private readonly resolvers = new Map<OwnedKind, OwnershipResolver>();

  /** Registers the resolver of a kind. Call it in the feature's `onModuleInit`. Throws if the kind already has one. */
  register(kind: OwnedKind, resolver: OwnershipResolver): void {
    if (this.resolvers.has(kind)) throw new Error(`Ownership of ${kind} is resolved twice.`);
    this.resolvers.set(kind, resolver);
  }

  /** Returns the resolver of a kind. Throws if there is none. */
  get(kind: OwnedKind): OwnershipResolver {
    const resolver = this.resolvers.get(kind);
    if (resolver === undefined) throw new Error(`No feature resolves the ownership of ${kind}.`);
    return resolver;
  }
}
