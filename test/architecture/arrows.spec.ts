import { dirname } from 'node:path';
import { sourceFiles, type SourceFile } from './source-files';

/**
 * The parts that each part of `src` may import, with the reason that a failed test prints. `docs/architecture.md`
 * defines the rings.
 */
const ARROWS: Readonly<Record<string, { readonly to: readonly string[]; readonly because: string }>> = {
  common: { to: [], because: 'ring 0 imports no other part, so that every part may import it' },
  database: { to: ['common'], because: 'ring 1 contains tables and connections, and depends on no feature' },
  search: {
    to: ['common', 'database'],
    because: 'ring 2 tokenizes text and counts lexemes; projections and queries use it, so it depends on neither',
  },
  'read-model': {
    to: ['common', 'database', 'search'],
    because: 'ring 2 reads catalog tables through the database; an import of catalog code would create a cycle',
  },
  auth: { to: ['common', 'database'], because: 'ring 2 identifies the caller; it depends on no feature' },
  catalog: {
    to: ['common', 'database', 'search', 'read-model', 'auth'],
    because: 'ring 3 writes the catalog and updates the read model; features only read it',
  },
  overview: reader('overview'),
  candidates: reader('candidates'),
  artifacts: reader('artifacts'),
  grounding: reader('grounding'),
  items: reader('items'),
  audit: reader('audit'),
  accounts: reader('accounts'),
  mcp: {
    to: ['common', 'database', 'auth', 'http'],
    because: 'tools call routes over HTTP, so that guards, validation and bounds apply; it needs no feature',
  },
  ops: operator('ops'),
  demo: operator('demo'),
  http: {
    to: ['common', 'database', 'auth'],
    because: 'the HTTP layer serves every feature, so it depends on none; it maps database errors and logs the caller',
  },
  workers: {
    to: ['auth', 'search', 'read-model'],
    because: 'it only starts the background loops; the work is in other parts',
  },
  cli: {
    to: [
      'root',
      'common',
      'database',
      'search',
      'read-model',
      'auth',
      'catalog',
      'accounts',
      'artifacts',
      'audit',
      'candidates',
      'items',
      'overview',
      'http',
      'mcp',
    ],
    because: 'commands call services, and src/cli/client prints answers of features; both need the parts listed',
  },
  root: { to: ['*'], because: 'the files directly in src assemble the application' },
};

function reader(name: string): { to: string[]; because: string } {
  const to = ['common', 'database', 'search', 'read-model', 'auth'];
  return { to, because: `features import neither each other nor the write side, so that ${name} can be read alone` };
}

function operator(name: string): { to: string[]; because: string } {
  const to = ['common', 'database', 'search', 'read-model', 'auth', 'catalog'];
  return { to, because: `${name} has admin routes, which may call the write side but no other feature` };
}

function partOf(path: string): string {
  const [, folder = '', ...pathInFolder] = path.split('/');
  return pathInFolder.length === 0 ? 'root' : folder;
}

const FILES = sourceFiles();
/**
 * Maximum number of files in a chain in which each file imports the next one. To shorten a chain, declare a type in a
 * separate file, apart from the code that computes its values.
 */
const CHAIN_MAX = 18;
/** Maximum number of sources in a folder, without specs and without the sources in its subfolders. */
const SOURCES_MAX = 12;
/** Maximum number of lines of nine in ten files of `src`, without specs. */
const LINES_P90_MAX = 150;

describe('imports between the parts of src', () => {
  it('are read from every source except the generated src/metadata.ts', () => {
    const named = FILES.flatMap(({ path }) => (path.endsWith('metadata.ts') ? [path] : []));
    expect(named.sort()).toEqual(['src/common/response-bounds/field-metadata.ts', 'src/demo/running/demo-metadata.ts']);
  });

  it('have a rule for every part', () => {
    expect([...new Set(FILES.map(({ path }) => partOf(path)))].filter((part) => !(part in ARROWS))).toEqual([]);
  });

  it.each(Object.entries(ARROWS))('lead from %s only to parts that it may import', (part, { to, because }) => {
    const wrong = FILES.filter(({ path }) => partOf(path) === part).flatMap(({ path, imports }) =>
      imports
        .filter(({ own, target }) => own && ![part, ...to].includes(partOf(target)) && !to.includes('*'))
        .map(({ target }) => `${path} imports ${target}: ${because}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have no cycle', () => {
    expect(findCycle(FILES)).toEqual([]);
  });

  it(`form chains of at most ${CHAIN_MAX} files`, () => {
    const chain = findLongestChain(FILES);
    expect(chain.length > CHAIN_MAX ? chain : []).toEqual([]);
  });

  it('never lead to the demo, because the application loads it at run time', () => {
    const importers = FILES.filter(({ path, imports }) => partOf(path) !== 'demo' && imports.some(leadsToDemo));
    expect(importers.map(({ path }) => path)).toEqual([]);
  });
});

describe('folders', () => {
  it(`of src and test have at most ${SOURCES_MAX} sources`, () => {
    const sources = [...FILES, ...sourceFiles('test')];
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > SOURCES_MAX)).toEqual([]);
  });
});

describe('files', () => {
  it(`of src have at most ${LINES_P90_MAX} lines, except for one in ten`, () => {
    const longest = [...FILES].sort((a, b) => b.lines - a.lines).slice(0, Math.floor(FILES.length / 10) + 1);
    // If the last of these files is too long, more than a tenth are. The failed test lists them, the shortest first.
    const isTooMany = (longest.at(-1)?.lines ?? 0) > LINES_P90_MAX;
    expect(isTooMany ? longest.map(({ path, lines }) => `${lines} ${path}`).reverse() : []).toEqual([]);
  });
});

function leadsToDemo({ own, target }: { own: boolean; target: string }): boolean {
  return own && target.startsWith('src/demo/');
}

/** Returns the paths of the first import cycle, or an empty list. Type imports count. */
function findCycle(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.filter(({ own }) => own)]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const { target } of importsOf.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const { path } of files) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** Returns the paths of the longest chain of imports. Type imports count. There must be no cycle. */
function findLongestChain(files: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.filter(({ own }) => own)]));
  const known = new Map<string, readonly string[]>();
  const chainFrom = (path: string): readonly string[] => {
    const chain = known.get(path) ?? [
      path,
      ...longest((importsOf.get(path) ?? []).map(({ target }) => chainFrom(target))),
    ];
    known.set(path, chain);
    return chain;
  };
  return longest(files.map(({ path }) => chainFrom(path)));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}
