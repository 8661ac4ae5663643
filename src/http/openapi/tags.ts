import type { ApiDocument, Tag } from './openapi.types';

/** Groups of operations, one for each feature module. `@ApiTags` puts a controller into a group. */
const TAGS: readonly Tag[] = [
  { name: 'overview', description: 'Libraries at a glance: counts, facets and the newest artifacts.' },
  { name: 'candidates', description: 'Search for items, best matches first, with the evidence for each match.' },
  { name: 'items', description: 'Items in their context, the items related to an item, and the next episodes.' },
  { name: 'grounding', description: 'Checks of what earlier answers cited.' },
  { name: 'artifacts', description: 'Results of language models and users, stored with what they were derived from.' },
  { name: 'audit', description: 'Runs of language models and their tool calls, with what they were grounded in.' },
  { name: 'mcp', description: 'Tools for language models: the Model Context Protocol, and function calling.' },
  { name: 'catalog', description: 'Writes to the catalog: imports, removals and watch states.' },
  { name: 'accounts', description: 'Login, tokens and accounts.' },
  { name: 'ops', description: 'Health of the service and state of the read model.' },
  { name: 'demo', description: 'A catalog of real metadata with placeholder files, to try the service with.' },
];

/** Describes the groups of the operations in the document, and puts the paths in the order of the groups. */
export function arrangeByTags(document: ApiDocument): void {
  const rankOf = (path: string): number => {
    const [operation] = Object.values(document.paths[path] ?? {});
    return TAGS.findIndex(({ name }) => name === operation?.tags?.[0]);
  };
  const paths = Object.keys(document.paths).sort((left, right) =>
    rankOf(left) === rankOf(right) ? (left < right ? -1 : 1) : rankOf(left) - rankOf(right),
  );
  document.paths = Object.fromEntries(paths.map((path) => [path, document.paths[path] ?? {}]));
  const used = new Set(paths.map(rankOf));
  document.tags = TAGS.filter((_, rank) => used.has(rank));
}
