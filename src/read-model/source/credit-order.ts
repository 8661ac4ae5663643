import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';

const ROLE_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 1,
  writer: 2,
  actor: 3,
  composer: 4,
  producer: 5,
};

/** Directors and creators first, then the cast: the order in which people tell most about an item. */
const BILLING_ORDER: Readonly<Record<CatalogPerson['role'], number>> = {
  director: 0,
  creator: 0,
  actor: 1,
  writer: 2,
  composer: 3,
  producer: 4,
};

/** People by what they tell about an item, and by billing within it. */
export function inBillingOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return inOrder(people, BILLING_ORDER);
}

/** People by role, and by billing within it: directors, creators and writers before the cast, so that a cut never costs them their place. */
export function inCreditOrder(people: readonly CatalogPerson[]): readonly CatalogPerson[] {
  return inOrder(people, ROLE_ORDER);
}

function inOrder(
  people: readonly CatalogPerson[],
  ranks: Readonly<Record<CatalogPerson['role'], number>>,
): readonly CatalogPerson[] {
  // Most items name hardly anyone.
  if (people.length <= 1) return people;
  return people
    .map((person, index) => ({ person, rank: ranks[person.role], order: person.order ?? index, index }))
    .sort((a, b) => a.rank - b.rank || a.order - b.order || a.index - b.index)
    .map(({ person }) => person);
}
