import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal';
import type { OwnedKind } from './owned-by.decorator';

/** What a thing is to a caller. */
export type Ownership = 'visible' | 'hidden' | 'absent';

/** Tells what the thing with this id (UUID, lower-case) is to the principal; one read. */
export type OwnershipResolver = (principal: Principal, id: string) => Promise<Ownership>;

/** Where features leave word how to tell whose a thing is, so that the guard needs to know no feature. */
@Injectable()
export class OwnershipResolvers {
  private readonly resolvers = new Map<OwnedKind, OwnershipResolver>();

  /** Called once per kind, in the feature's `onModuleInit`. Throws on a second one. */
  register(kind: OwnedKind, resolver: OwnershipResolver): void {
    if (this.resolvers.has(kind)) throw new Error(`Ownership of ${kind} is resolved twice.`);
    this.resolvers.set(kind, resolver);
  }

  /** The resolver of a kind. Throws when no feature registered one. */
  get(kind: OwnedKind): OwnershipResolver {
    const resolver = this.resolvers.get(kind);
    if (resolver === undefined) throw new Error(`No feature resolves the ownership of ${kind}.`);
    return resolver;
  }
}
