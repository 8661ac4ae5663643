import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ReadScope } from '../database/read-pool';
import type { FacetsByKind } from './stored-facet';

/** Values kept over all answers, some 400 bytes each; the overview of five libraries has about 300. */
const VALUES_MAX = 20_000;
/** Answers kept. */
const ANSWERS_MAX = 200;

/**
 * Facets that were read before, for snapshots in which no count is another: half of an overview's work is to read them
 * and to take them over. Never older than the snapshot, since its version is part of what they are found by.
 */
@Injectable()
export class FacetCache {
  private readonly answers = new LRUCache<string, Map<string, FacetsByKind>>({
    max: ANSWERS_MAX,
    maxSize: VALUES_MAX,
    sizeCalculation: (facets) => Math.max(1, countValues(facets)),
  });

  /**
   * What `read` gives for these parameters, from memory where the snapshot has the same counts; where there is no snapshot,
   * always anew. What it gives is shared: nobody may change it.
   */
  async find(
    scope: ReadScope,
    parameters: readonly unknown[],
    read: () => Promise<Map<string, FacetsByKind>>,
  ): Promise<Map<string, FacetsByKind>> {
    if (scope.facetVersion === null) return read();
    const key = JSON.stringify([await scope.facetVersion, ...parameters]);
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const facets = await read();
    this.answers.set(key, facets);
    return facets;
  }
}

function countValues(facets: ReadonlyMap<string, FacetsByKind>): number {
  let count = 0;
  for (const byKind of facets.values()) for (const { values } of byKind.values()) count += values.length;
  return count;
}
