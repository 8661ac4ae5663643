import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FacetsByKind } from '../read-model/facets/facet-counts';

/**
 * Maximum number of facet values in the cache, of about 400 bytes each. The overview of five libraries has about 300
 * values.
 */
const VALUES_MAX = 20_000;

/** A library and the version of its facet counts. While the version stays the same, the counts stay the same. */
export interface VersionedLibrary {
  readonly library_id: string;
  /** A random UUID that each write of facet counts of the library replaces. */
  readonly facet_version: string;
}

/**
 * Caches facets, because reading and converting them is half of the work of an overview. The key of an entry contains
 * the versions of its libraries, so an entry is never outdated. Callers share the entries and must not change them.
 */
@Injectable()
export class FacetCache {
  private readonly entries = new LRUCache<string, FacetsByKind>({
    maxSize: VALUES_MAX,
    sizeCalculation: (facets) => Math.max(1, countValues(facets)),
  });
  private readonly pendingReads = new Map<string, Promise<FacetsByKind>>();

  /** Returns the cached facets of the libraries for these parameters; undefined if the cache has no entry. */
  get(libraries: readonly VersionedLibrary[], parameters: readonly unknown[]): FacetsByKind | undefined {
    return this.entries.get(toCacheKey(libraries, parameters));
  }

  /**
   * Returns the cached facets, or reads and caches them. Concurrent calls with the same key share one read, because a
   * sum over several libraries can take seconds. If this read fails, every waiting call starts a read.
   */
  async getOrRead(
    libraries: readonly VersionedLibrary[],
    parameters: readonly unknown[],
    read: () => Promise<FacetsByKind>,
  ): Promise<FacetsByKind> {
    const key = toCacheKey(libraries, parameters);
    const cached = this.entries.get(key);
    if (cached !== undefined) return cached;
    const pending = this.pendingReads.get(key);
    const shared = pending && (await pending.catch(() => undefined));
    if (shared !== undefined) return shared;
    const reading = read();
    this.pendingReads.set(key, reading);
    try {
      const facets = await reading;
      this.entries.set(key, facets);
      return facets;
    } finally {
      if (this.pendingReads.get(key) === reading) this.pendingReads.delete(key);
    }
  }

  /** Caches facets that were read in the snapshot with these versions. */
  set(libraries: readonly VersionedLibrary[], parameters: readonly unknown[], facets: FacetsByKind): void {
    this.entries.set(toCacheKey(libraries, parameters), facets);
  }
}

/** Returns the key of an entry. It contains several libraries as a hash, because there can be thousands. */
function toCacheKey(libraries: readonly VersionedLibrary[], parameters: readonly unknown[]): string {
  const versions = libraries.map(({ library_id, facet_version }) => `${library_id}/${facet_version}`).join();
  const selection = libraries.length > 1 ? createHash('sha256').update(versions).digest('base64') : versions;
  return JSON.stringify([selection, parameters]);
}

function countValues(facets: FacetsByKind): number {
  let count = 0;
  for (const { values } of facets.values()) count += values.length;
  return count;
}
