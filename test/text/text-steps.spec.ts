import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { StepMeter } from './steps/step-meter';
import { FRAGMENTS } from './steps/text-shapes';
import { COPIES, type Export, type Load, type Use, USES, withText } from './steps/text-uses';
import { sourceFiles } from '../architecture/source-files';
import { ROOT } from '../support/root';

/**
 * Files and folders of `src` that handle texts from users or from files. Each exported function in them that takes a
 * text is tested.
 */
const TEXT_SOURCES = [
  'artifacts/writing/artifact-draft',
  'audit/payloads/json-size',
  'audit/payloads/payload',
  'audit/payloads/redaction',
  'audit/payloads/secret-names',
  'audit/payloads/secret-texts',
  'audit/runs/run-changes',
  'auth/limits/caller-address',
  'auth/tokens/token-shape',
  'auth/keys/api-key',
  'candidates/explain/evidence',
  'candidates/explain/field-matcher',
  'candidates/query/query-parser',
  'candidates/ranking/phrase-finder',
  'candidates/ranking/titles/title-score',
  'catalog/ingest/',
  'catalog/scanner/naming/',
  'catalog/scanner/nfo/',
  'catalog/scanner/units/bounded-fields',
  'common/text/code-point-order',
  'catalog/scanner/diagnostic-log',
  'common/json/canonical-json',
  'common/paging/cursor',
  'common/paging/revision-token',
  'common/logging/log-error',
  'common/media-id',
  'common/problems/required-ids',
  'common/json/json-scan',
  'common/json/json-syntax',
  'common/json/strict-json',
  'common/text/calendar-date',
  'common/text/summary',
  'common/text/text',
  'common/text/username',
  'common/text/well-formed',
  'demo/planner/safe-name',
  'common/markdown/markdown-text',
  'common/response-budget/token-estimate',
  'common/response-budget/accept-header',
  'items/related/rank/shared-terms',
  'read-model/artifacts/artifact-words',
  'read-model/facets/facets',
  'read-model/media/media-context.projection',
  'read-model/media/related-keys',
  'read-model/media/search-document',
  'search/evidence-window',
  'search/index/',
  'search/spelling/',
  'search/text/',
];

const LONG_CHARS = 262_144;
const SHORT_CHARS = 6_144;
/**
 * The step limit of a text is `FIXED_STEPS` plus `STEPS_PER_CHAR` for each character, times the factor in `COPIES` if
 * the function has one. Characters are counted after NFKD, which can turn one character into eighteen.
 */
const STEPS_PER_CHAR = 100;
const FIXED_STEPS = 2_000_000;

const meter = new StepMeter();

const source = (path: string): Record<string, Export> => meter.load(join(ROOT, 'src', path)) as Record<string, Export>;
const load: Load = (path, name) => {
  const exported = source(path)[name];
  if (exported === undefined) throw new Error(`${path} exports no ${name}.`);
  return exported;
};

interface TextFunction {
  readonly path: string;
  readonly name: string;
  readonly use: Use;
}

/**
 * Returns the exported functions that take a text. A function that requires only a text needs no entry in `USES`.
 * `withoutUse` names the functions that need an entry but have none.
 */
function textFunctions(): { functions: TextFunction[]; withoutUse: string[] } {
  const functions: TextFunction[] = Object.entries(USES).flatMap(([path, uses]) =>
    Object.entries(uses).map(([name, use]) => ({ path, name, use })),
  );
  const withoutUse: string[] = [];
  for (const path of sourceFiles().map((file) => file.path.slice('src/'.length, -'.ts'.length))) {
    if (!TEXT_SOURCES.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)))) continue;
    for (const { name, parameters } of exportedFunctions(path)) {
      if (USES[path]?.[name] !== undefined) continue;
      const [first, ...others] = parameters;
      if (!parameters.some(({ type }) => /\bstring\b|\bunknown\b/.test(type))) continue;
      const areOthersOptional = others.every(({ isOptional }) => isOptional);
      if (areOthersOptional && /^string\b(?!\[)/.test(first?.type ?? '')) functions.push({ path, name, use: withText });
      else if (areOthersOptional && first?.type === 'readonly string[]')
        functions.push({ path, name, use: (f, text) => f(text.split(' ')) });
      else withoutUse.push(`${path} ${name}`);
    }
  }
  return { functions, withoutUse };
}

function exportedFunctions(path: string): { name: string; parameters: { type: string; isOptional: boolean }[] }[] {
  const text = readFileSync(join(ROOT, 'src', `${path}.ts`), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
    const isExported = ts.isFunctionDeclaration(statement) && /^export /.test(statement.getText());
    if (!isExported || statement.name === undefined) return [];
    const parameters = statement.parameters.map(({ type, questionToken, initializer }) => ({
      type: type?.getText() ?? '',
      isOptional: questionToken !== undefined || initializer !== undefined,
    }));
    return [{ name: statement.name.text, parameters }];
  });
}

/** Runs a use with a text. A `Problem` or a `LineError` is an expected result and does not fail the test. */
async function attempt(use: Use, f: Export, text: string): Promise<void> {
  try {
    await use(f, text, load);
  } catch (error) {
    const { name = '' } = error as Partial<Error>;
    if (!['Problem', 'LineError'].includes(name)) throw error;
  }
}

function fill(fragment: string, chars: number): string {
  return `a${fragment.repeat(Math.ceil(chars / fragment.length))}`.slice(0, chars);
}

/** One short text for each fragment, and one long text that contains the same amount of each fragment. */
const TEXTS = [
  ...FRAGMENTS.map((fragment) => fill(fragment, SHORT_CHARS)),
  FRAGMENTS.map((fragment) => fill(fragment, Math.floor(LONG_CHARS / FRAGMENTS.length))).join(''),
].map((text) => ({ text, foldedLength: Math.max(text.length, text.normalize('NFKD').length) }));

const { functions, withoutUse } = textFunctions();

describe('StepMeter', () => {
  it.each([
    ...['searchesFromEachIndex', 'includesFromEachIndex', 'executesFromEachIndex', 'mergesInLoop'],
    ...[
      'copiesInLoop',
      'copiesKeysInLoop',
      'copiesMembersInLoop',
      'filtersEachSuffix',
      'testsAllInLoop',
      'slicesInRecursion',
    ],
  ])('detects the quadratic work of %s', async (name) => {
    const f = (meter.load(join(ROOT, 'test/text/steps/quadratic')) as Record<string, Export>)[name];
    const text = '0'.repeat(4_000);
    expect(await meter.count(() => f?.(text), STEPS_PER_CHAR * text.length)).toBeGreaterThan(
      STEPS_PER_CHAR * text.length,
    );
  });

  it('rejects a call with each character of a long text as an argument', async () => {
    const { spreadsIntoACall: f } = meter.load(join(ROOT, 'test/text/steps/quadratic')) as Record<string, Export>;
    await expect(meter.count(() => f?.('0'.repeat(10_000)), Infinity)).rejects.toThrow('10000 arguments');
  });
});

describe('the number of steps of text functions', () => {
  it('is counted for every exported text function, and every listed source exists', () => {
    expect(withoutUse).toEqual([]);
    const isSource = (entry: string): boolean => {
      const path = join(ROOT, 'src', entry);
      return entry.endsWith('/') ? statSync(path).isDirectory() : existsSync(`${path}.ts`);
    };
    expect(TEXT_SOURCES.filter((entry) => !isSource(entry))).toEqual([]);
  });

  it.each(functions.map((each) => [each.path, each.name, each] as const))(
    'grows linearly with the text: %s %s',
    async (path, name, { use }) => {
      const f = load(path, name);
      const copies = COPIES[`${path} ${name}`] ?? 1;
      for (const { text, foldedLength } of TEXTS) {
        const limit = FIXED_STEPS + STEPS_PER_CHAR * copies * foldedLength;
        const steps = await meter.count(() => attempt(use, f, text), limit);
        if (steps > limit)
          throw new Error(`More than ${limit} steps for a text that starts with ${JSON.stringify(text.slice(0, 40))}`);
      }
    },
  );
});
