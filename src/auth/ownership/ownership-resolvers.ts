import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal';
import type { OwnedKind } from './owned-resource.decorator';

/** How a resource relates to a caller. */
type Ownership = 'visible' | 'hidden' | 'absent';

/** Returns how the resource with this id (a UUID in lower case) relates to the caller, with one read. */
type OwnershipResolver = (principal: Principal, id: string) => Promise<Ownership>;

/** Features register here how to find the owner of their resources, so the guard does not depend on any feature. */
@Injectable()
export class OwnershipResolvers {
  private readonly resolvers = new Map<OwnedKind, OwnershipResolver>();

  /** Registers the resolver of a kind, in the feature's `onModuleInit`. Throws if the kind already has one. */
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
