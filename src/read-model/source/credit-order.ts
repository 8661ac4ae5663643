import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';

const CREDIT_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 1,
  writer: 2,
  actor: 3,
  composer: 4,
  producer: 5,
};

/** Directors and creators first, then the cast: these roles identify an item better than the others. */
const BILLING_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 0,
  actor: 1,
  writer: 2,
  composer: 3,
  producer: 4,
};

/** Sorts people by role, and by billing within a role: the cast follows directors and creators, before writers. */
export function inBillingOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return sortByRank(people, BILLING_ORDER);
}

/**
 * Sorts people by role, and by billing within a role: directors, creators and writers before the cast, so that a list
 * with a maximum length contains them.
 */
export function inCreditOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return sortByRank(people, CREDIT_ORDER);
}

function sortByRank(
  people: readonly CatalogPerson[],
  ranks: Readonly<Record<CatalogPerson['role'], number>>,
): readonly CatalogPerson[] {
  // Most items have at most one person.
  if (people.length <= 1) return people;
  return people
    .map((person, index) => ({ person, rank: ranks[person.role], order: person.order ?? index, index }))
    .sort((a, b) => a.rank - b.rank || a.order - b.order || a.index - b.index)
    .map(({ person }) => person);
}
