import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';

const CREDIT_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 1,
  writer: 2,
  actor: 3,
  composer: 4,
  producer: 5,
};

const BILLING_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 0,
  actor: 1,
  writer: 2,
  composer: 3,
  producer: 4,
};

/**
 * Sorts people for facets: directors and creators, the cast, then the other roles. A list that is cut after some people
 * then contains those who identify an item best. Directors and creators are one group. Within a group, sorts by
 * `order`.
 */
export function inBillingOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return sortByRank(people, BILLING_ORDER);
}

/**
 * Sorts people for answers and for the search index: directors, creators and writers, the cast, then the other roles. A
 * list with a maximum length then contains the writers, too, even if the cast is long. Within a role, sorts by `order`.
 */
export function inCreditOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return sortByRank(people, CREDIT_ORDER);
}

/** People without an `order` are sorted by their position in the list. */
function sortByRank(
  people: readonly CatalogPerson[],
  ranks: Readonly<Record<CatalogPerson['role'], number>>,
): readonly CatalogPerson[] {
  // Saves the copies for the many items with at most one person.
  if (people.length <= 1) return people;
  return people
    .map((person, index) => ({ person, rank: ranks[person.role], order: person.order ?? index, index }))
    .sort((a, b) => a.rank - b.rank || a.order - b.order || a.index - b.index)
    .map(({ person }) => person);
}
