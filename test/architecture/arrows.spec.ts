import { sourceFiles, type SourceFile } from './source-files';

/** The rings, and which other parts each may import, with the reason that a failure prints. */
const ARROWS: Readonly<Record<string, { readonly to: readonly string[]; readonly because: string }>> = {
  common: { to: [], because: 'ring 0 imports nothing of ours, so that everything may build on it' },
  database: { to: ['common'], because: 'ring 1 knows tables and connections, no feature' },
  search: {
    to: ['common', 'database'],
    because: 'ring 2 reads text and counts lexemes; projections and queries both build on it, so it knows neither',
  },
  'read-model': {
    to: ['common', 'database', 'search'],
    because: 'the read side reads catalog tables through the database, never catalog code: else the two form a circle',
  },
  auth: { to: ['common', 'database'], because: 'ring 2 asks who the caller is; it knows no feature' },
  catalog: {
    to: ['common', 'database', 'search', 'read-model', 'auth'],
    because: 'ring 3 writes the catalog and tells the read model; features read, they do not write it',
  },
  overview: reader('overview'),
  candidates: reader('candidates'),
  artifacts: reader('artifacts'),
  items: reader('items'),
  audit: reader('audit'),
  accounts: reader('accounts'),
  ops: operator('ops'),
  demo: operator('demo'),
  http: {
    to: ['common', 'database', 'auth'],
    because: 'the HTTP layer serves every feature, so it knows none; it maps database errors and logs who asked',
  },
  workers: {
    to: ['auth', 'search', 'read-model'],
    because: 'it starts the background loops, and each loop knows its own work',
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
      'http',
    ],
    because: 'commands run services; what they run is listed here',
  },
  root: { to: ['*'], because: 'the files at the top put the application together' },
};

function reader(name: string): { to: string[]; because: string } {
  const to = ['common', 'database', 'search', 'read-model', 'auth'];
  return { to, because: `features never import one another or the write side: ${name} must be readable by itself` };
}

function operator(name: string): { to: string[]; because: string } {
  const to = ['common', 'database', 'search', 'read-model', 'auth', 'catalog'];
  return { to, because: `${name} has admin routes, which may drive the write side, but no other feature` };
}

function partOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  return rest.length === 0 ? 'root' : first;
}

const FILES = sourceFiles();

describe('the arrows between the parts', () => {
  it('lists every part', () => {
    expect([...new Set(FILES.map(({ path }) => partOf(path)))].filter((part) => !(part in ARROWS))).toEqual([]);
  });

  it.each(Object.entries(ARROWS))('%s imports only what it may', (part, { to, because }) => {
    const wrong = FILES.filter(({ path }) => partOf(path) === part).flatMap(({ path, imports }) =>
      imports
        .filter(({ own, target }) => own && ![part, ...to].includes(partOf(target)) && !to.includes('*'))
        .map(({ target }) => `${path} imports ${target}: ${because}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never goes in a circle', () => {
    expect(findCircle(FILES)).toEqual([]);
  });

  it('leads to the demo from one file alone, which finds it at run time', () => {
    const users = FILES.filter(({ path, imports }) => partOf(path) !== 'demo' && imports.some(leadsToDemo));
    expect(users.map(({ path }) => path)).toEqual([]);
  });
});

function leadsToDemo({ own, target }: { own: boolean; target: string }): boolean {
  return own && target.startsWith('src/demo/');
}

/** The first circle of imports, those of types included, as a list of paths; empty if there is none. */
function findCircle(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.filter(({ own }) => own)]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const { target } of importsOf.get(path) ?? []) {
      const circle = visit(target, [...trail, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  for (const { path } of files) {
    const circle = visit(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
