import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FacetsByKind } from '../read-model/facets/stored-facet';

/**
 * Values kept over all entries, some 400 bytes each; the overview of five libraries has about 300. There is an entry for
 * each library, and one for each selection of libraries.
 */
const VALUES_MAX = 20_000;

/** A library in a snapshot: its facet counts are the same wherever its version is. */
export interface VersionedLibrary {
  readonly library_id: string;
  /** The id of the last transaction that wrote facet counts of the library. */
  readonly facet_version: string;
}

/**
 * Facets that were read before: reading and converting them is half of the work of an overview. The key of an entry
 * contains the versions of its libraries, so that an entry is never older than the snapshot that they were read in.
 * Entries are shared: nobody may change them.
 */
@Injectable()
export class FacetCache {
  private readonly entries = new LRUCache<string, FacetsByKind>({
    maxSize: VALUES_MAX,
    sizeCalculation: (facets) => Math.max(1, countValues(facets)),
  });
  private readonly underWay = new Map<string, Promise<FacetsByKind>>();

  /** The facets of the libraries with these parameters; undefined if they are not there. */
  get(libraries: readonly VersionedLibrary[], parameters: readonly unknown[]): FacetsByKind | undefined {
    return this.entries.get(keyOf(libraries, parameters));
  }

  /**
   * The facets of the libraries with these parameters, or what `read` gives. Of simultaneous calls with the same
   * versions, one reads for all: a sum over several libraries may take seconds in a large catalog. If it fails, the others
   * read themselves.
   */
  async find(
    libraries: readonly VersionedLibrary[],
    parameters: readonly unknown[],
    read: () => Promise<FacetsByKind>,
  ): Promise<FacetsByKind> {
    const key = keyOf(libraries, parameters);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const shared = this.underWay.get(key);
    const found = shared && (await shared.catch(() => undefined));
    if (found !== undefined) return found;
    const reading = read();
    this.underWay.set(key, reading);
    try {
      const facets = await reading;
      this.entries.set(key, facets);
      return facets;
    } finally {
      if (this.underWay.get(key) === reading) this.underWay.delete(key);
    }
  }

  /** Keeps facets that were read in the snapshot that has these versions. */
  set(libraries: readonly VersionedLibrary[], parameters: readonly unknown[], facets: FacetsByKind): void {
    this.entries.set(keyOf(libraries, parameters), facets);
  }
}

/** A hash of the libraries if there are several, because a selection may have thousands. */
function keyOf(libraries: readonly VersionedLibrary[], parameters: readonly unknown[]): string {
  const versions = libraries.map(({ library_id, facet_version }) => `${library_id}/${facet_version}`).join();
  const selection = libraries.length > 1 ? createHash('sha256').update(versions).digest('base64') : versions;
  return JSON.stringify([selection, parameters]);
}

function countValues(facets: FacetsByKind): number {
  let count = 0;
  for (const { values } of facets.values()) count += values.length;
  return count;
}
