import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { canRunChangeTo, canToolCallChangeTo } from '../../src/audit/runs/run-states';
import { RUN_STATES } from '../../src/database/entities/runs/run.entity';
import { TOOL_CALL_STATES } from '../../src/database/entities/runs/tool-call.entity';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

/** Matches the lines of a state diagram after the first one. */
const TRANSITION = /^ {4}(\[\*\]|[a-z]+) --> ([a-z]+)(?:: [\w:, ]+)?$/;
/** Matches the lines of a flowchart after the first one: an edge with a label between two nodes. */
const EDGE = /^ {4}[a-z]+(?:\[[\w ]+\])? -->\|[\w, ]+\| [a-z]+(?:\[[\w -]+\]|\[\([\w ]+\)\])?$/;
const LINE_OF = new Map([
  ['stateDiagram-v2', TRANSITION],
  ['flowchart LR', EDGE],
]);

interface Diagram {
  /** Page and heading. */
  readonly location: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Endings that a page may omit from the path of a file. */
const ENDINGS = ['', '.ts', '.spec.ts', '.e2e-spec.ts'];

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownBelow('docs')];
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

  it('links only to headings that exist', () => {
    const missing = PAGES.flatMap((page) =>
      fragmentsOf(page)
        .filter(({ path, fragment }) => !anchorsOf(path).includes(fragment))
        .map(({ path, fragment }) => `${page}: ${path}#${fragment}`),
    );
    expect(missing).toEqual([]);
  });

  it('mentions only project files that exist', () => {
    const missing = PAGES.flatMap((page) =>
      Array.from(readFileSync(join(ROOT, page), 'utf8').matchAll(/`((?:src|test|docs|bin|bench)\/[\w./-]+)`/g))
        .map(([, path = '']) => path)
        .filter((path) => !ENDINGS.some((ending) => existsSync(join(ROOT, path + ending))))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('lists in `docs/README.md` every page that is directly in `docs`', () => {
    const listed = linksOf('docs/README.md').map((link) => join('docs', link));
    const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });

  it('quotes start-up messages as the code writes them', () => {
    const rows = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8').matchAll(
      /^(?:\| |- \*\*(?=`[A-Z…]))`([^`]+)`/gm,
    );
    const fragments = Array.from(rows, ([, message = '']) => message.split('…').map((part) => part.trim())).flat();
    expect(fragments.length).toBeGreaterThan(10);
    const programs = readdirSync(join(ROOT, 'bin')).map((name) => join('bin', name));
    const texts = [...sourceFiles().map(({ path }) => path), ...programs].map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    expect(fragments.filter((fragment) => !texts.some((text) => text.includes(fragment)))).toEqual([]);
  });

  it('numbers its decision records without gaps', () => {
    const numbers = readdirSync(join(ROOT, 'docs/adr')).map((name) => Number(name.slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
  });

  it('contains only diagrams in which every line can be parsed', () => {
    const wrong = DIAGRAMS.flatMap(({ location, lines: [type = '', ...body] }) => {
      const line = LINE_OF.get(type);
      return body.filter((text) => line?.test(text) !== true).map((text) => `${location}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lists every route of the API in the README, with its summary', () => {
    const rows = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\| `([A-Z]+) ([^`]+)` +\| (.*?) +\|$/gm);
    const listed = Array.from(rows, ([, method = '', path = '', summary = '']) => `${method} ${path}: ${summary}`);
    expect(listed.sort()).toEqual(routesOfTheApi().sort());
  });

  it.each([
    ['Life cycle of a run', RUN_STATES, canRunChangeTo],
    ['Life cycle of a tool call', TOOL_CALL_STATES, canToolCallChangeTo],
  ] as const)('shows in the diagram "%s" the same transitions as the code', (heading, states, canMove) => {
    const drawn = DIAGRAMS.find((diagram) => diagram.heading === heading)?.lines.flatMap((line) => {
      const [, from = '', to = ''] = TRANSITION.exec(line) ?? [];
      return from === '' || from === '[*]' ? [] : [`${from} to ${to}`];
    });
    const allowed = (states as readonly string[]).flatMap((from) =>
      (states as readonly string[]).filter((to) => canMove(from as never, to as never)).map((to) => `${from} to ${to}`),
    );
    expect(drawn?.sort()).toEqual(allowed.sort());
  });
});

function markdownBelow(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

/** Returns each route as `METHOD path: summary`. As in the README, paths have no prefix `/api/v1`. */
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

/** Returns the relative links of a page, without fragments. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, link = '']) => link);
}

/** Returns the links of a page to headings of pages of the project. Paths are from the project root. */
function fragmentsOf(page: string): { path: string; fragment: string }[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/\]\(([^)#:]*\.md|)#([^)]+)\)/g), ([, link = '', fragment = '']) => ({
    path: link === '' ? page : join(dirname(page), link),
    fragment,
  }));
}

/** Returns the anchors of the headings of a page, as GitHub derives them. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function diagramsOf(page: string): Diagram[] {
  const diagrams: Diagram[] = [];
  let heading = '';
  let lines: string[] | null = null;
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (lines !== null && line === '```') {
      diagrams.push({ location: `${relative('.', page)}, ${heading}`, heading, lines });
      lines = null;
    } else if (lines !== null) lines.push(line);
    else if (line === '```mermaid') lines = [];
  }
  return diagrams;
}
