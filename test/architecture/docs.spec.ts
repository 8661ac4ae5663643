import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { mayRunMove, mayToolCallMove } from '../../src/audit/runs/run-states';
import { RUN_STATES } from '../../src/database/entities/runs/run.entity';
import { TOOL_CALL_STATES } from '../../src/database/entities/runs/tool-call.entity';
import { ROOT } from './source-files';

/** The lines that a state diagram may have after the first one. */
const TRANSITION = /^ {4}(\[\*\]|[a-z]+) --> ([a-z]+)(?:: [\w:, ]+)?$/;
/** The lines that a flowchart may have after the first one: an edge with a label between two nodes. */
const EDGE = /^ {4}[a-z]+(?:\[[\w ]+\])? -->\|[\w, ]+\| [a-z]+(?:\[[\w -]+\]|\[\([\w ]+\)\])?$/;
const LINE_OF = new Map([
  ['stateDiagram-v2', TRANSITION],
  ['flowchart LR', EDGE],
]);

interface Diagram {
  readonly place: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** What a page may leave out of a path. */
const ENDINGS = ['', '.ts', '.spec.ts', '.e2e-spec.ts'];

const PAGES = ['README.md', ...markdownBelow('docs')];
const DIAGRAMS = PAGES.flatMap(diagramsOf);

describe('the documentation', () => {
  it('links only to files that exist', () => {
    const broken = PAGES.flatMap((page) =>
      linksOf(page)
        .filter((link) => !existsSync(resolve(ROOT, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('names only files of the project that exist', () => {
    const missing = PAGES.flatMap((page) =>
      Array.from(readFileSync(join(ROOT, page), 'utf8').matchAll(/`((?:src|test|docs|bin|bench)\/[\w./-]+)`/g))
        .map(([, path = '']) => path)
        .filter((path) => !ENDINGS.some((ending) => existsSync(join(ROOT, path + ending))))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('lists every page in its index', () => {
    const listed = linksOf('docs/README.md').map((link) => join('docs', link));
    const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });

  it('numbers its decisions without a gap', () => {
    const numbers = readdirSync(join(ROOT, 'docs/adr')).map((name) => Number(name.slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
  });

  it('has only diagrams whose every line can be parsed', () => {
    const wrong = DIAGRAMS.flatMap(({ place, lines: [first = '', ...rest] }) => {
      const line = LINE_OF.get(first);
      return rest.filter((text) => line?.test(text) !== true).map((text) => `${place}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lists every route of the API in the README, with its summary', () => {
    const rows = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\| `([A-Z]+) ([^`]+)` +\| (.*?) +\|$/gm);
    const listed = Array.from(rows, ([, method = '', path = '', summary = '']) => `${method} ${path}: ${summary}`);
    expect(listed.sort()).toEqual(routesOfTheApi().sort());
  });

  it.each([
    ['Life cycle of a run', RUN_STATES, mayRunMove],
    ['Life cycle of a tool call', TOOL_CALL_STATES, mayToolCallMove],
  ] as const)('draws the %s as the code allows it', (heading, states, mayMove) => {
    const drawn = DIAGRAMS.find((diagram) => diagram.heading === heading)?.lines.flatMap((line) => {
      const [, from = '', to = ''] = TRANSITION.exec(line) ?? [];
      return from === '' || from === '[*]' ? [] : [`${from} to ${to}`];
    });
    const allowed = (states as readonly string[]).flatMap((from) =>
      (states as readonly string[]).filter((to) => mayMove(from as never, to as never)).map((to) => `${from} to ${to}`),
    );
    expect(drawn?.sort()).toEqual(allowed.sort());
  });
});

function markdownBelow(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

/** Each route as `METHOD path: summary`, with paths as the README writes them. */
function routesOfTheApi(): string[] {
  const document = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) => `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}: ${summary}`,
    ),
  );
}

/** Relative links, without the part behind `#`. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, link = '']) => link);
}

function diagramsOf(page: string): Diagram[] {
  const diagrams: Diagram[] = [];
  let heading = '';
  let lines: string[] | null = null;
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (lines !== null && line === '```') {
      diagrams.push({ place: `${relative('.', page)}, ${heading}`, heading, lines });
      lines = null;
    } else if (lines !== null) lines.push(line);
    else if (line === '```mermaid') lines = [];
  }
  return diagrams;
}
