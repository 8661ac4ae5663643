import type { ApiDocument, Tag } from './openapi.types';

/** Groups of operations, one for each feature module; its controllers name it with `@ApiTags`. */
const TAGS: readonly Tag[] = [
  { name: 'overview', description: 'Libraries at a glance: counts, facets and recent items.' },
  { name: 'candidates', description: 'Search for items, best matches first, with the evidence for each match.' },
  { name: 'items', description: 'One item in its context, and the items related to it.' },
  { name: 'grounding', description: 'Checks of what earlier answers cited.' },
  { name: 'artifacts', description: 'Results of language models and users, stored with what they were derived from.' },
  { name: 'audit', description: 'Runs of language models and their tool calls, with what they were grounded in.' },
  { name: 'catalog', description: 'Writes to the catalog: imports, removals and watch states.' },
  { name: 'accounts', description: 'Login, tokens and accounts.' },
  { name: 'ops', description: 'Health of the service and state of the read model.' },
  { name: 'demo', description: 'A synthetic catalog to try the service with.' },
];

/** Describes the groups that operations of the document belong to. */
export function addTags(document: ApiDocument): void {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  document.tags = TAGS.filter(({ name }) => used.has(name));
}
