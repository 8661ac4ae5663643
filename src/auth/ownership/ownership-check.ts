import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OWNED_RESOURCE, OWNED_PARAMETERS, type OwnershipRule } from './owned-resource.decorator';
import { OwnershipResolvers } from './ownership-resolvers';

type Handler = (...args: never[]) => unknown;

/**
 * Checks all routes when the service starts. Throws unless exactly the routes with the id of an owned resource in
 * their path have `@OwnedResource`. Also throws if a rule has no registered resolver.
 */
@Injectable()
export class OwnershipCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly resolvers: OwnershipResolvers,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const controller: unknown = instance;
      if (typeof controller !== 'object' || controller === null || typeof metatype !== 'function') continue;
      const base = pathsOf(this.reflector, metatype as Handler);
      const prototype = Object.getPrototypeOf(controller) as Record<string, Handler>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (handler !== undefined) this.check(`${metatype.name}.${name}`, base, handler);
      }
    }
  }

  private check(name: string, base: string[], handler: Handler): void {
    const paths = pathsOf(this.reflector, handler);
    if (paths.length === 0) return;
    const rule = this.reflector.get<OwnershipRule | undefined>(OWNED_RESOURCE, handler);
    const pathParameters = [...base, ...paths].flatMap((path) =>
      [...path.matchAll(/[:*](\w+)/g)].map((match) => match[1] ?? ''),
    );
    for (const [kind, parameter] of Object.entries(OWNED_PARAMETERS)) {
      if (pathParameters.includes(parameter) !== (rule?.kind === kind)) {
        throw new Error(
          `${name} must have @OwnedResource('${kind}') if its path contains ${parameter}, and only then.`,
        );
      }
    }
    if (rule !== undefined) this.resolvers.get(rule.kind);
  }
}

function pathsOf(reflector: Reflector, target: Handler): string[] {
  const path = reflector.get<string | string[] | undefined>(PATH_METADATA, target);
  return path === undefined ? [] : [path].flat();
}
