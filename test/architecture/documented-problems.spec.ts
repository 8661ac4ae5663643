import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_CODES, type ProblemCode } from '../../src/common/problems/problem-codes';
import { PROBLEM_MEDIA_TYPE } from '../../src/common/problems/problem-document';
import type { ApiDocument, Operation } from '../../src/http/openapi/openapi.types';
import { ROOT } from '../support/root';
import { sourceFiles } from './source-files';
import { findThrownProblems } from './thrown-problems';

const document = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
/** The codes that the test compares. Handlers and the guard of owned resources (`@OwnedResource`) throw them. */
const COMPARED: readonly ProblemCode[] = [
  ...(['invalid-media-id', 'invalid-cursor', 'not-found', 'conflict', 'gone'] as const),
  ...(['precondition-failed', 'idempotency-mismatch', 'precondition-required'] as const),
];

test('of the compared problems, each operation documents exactly those that its handler or guard can throw', () => {
  const thrown = findThrownProblems();
  const differences = operations.flatMap((operation) => {
    const documented = codesOf(operation);
    const expected = thrown.get(operation.operationId ?? '');
    return COMPARED.filter((code) => documented.has(code) !== (expected?.has(code) ?? false)).map(
      (code) => `${operation.operationId} ${documented.has(code) ? 'does not throw' : 'throws'} ${code}`,
    );
  });
  expect(differences).toEqual([]);
});

test('only the probes, which have no limit, do not document 429', () => {
  const unlimited = operations.filter((operation) => !codesOf(operation).has('rate-limited'));
  expect(unlimited.map(({ operationId }) => operationId)).toEqual(['getLive', 'getReady']);
});

test('the code uses every problem code, except the one that is reserved', () => {
  const text = sourceFiles()
    .filter(({ path }) => !path.endsWith('/problem-codes.ts') && !path.startsWith('src/http/openapi/'))
    .map(({ path }) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');
  const unused = Object.keys(PROBLEM_CODES).filter((code) => !text.includes(`'${code}'`));
  expect(unused).toEqual(['precondition-required']);
});

function codesOf({ responses }: Operation): Set<string> {
  const codes = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.[PROBLEM_MEDIA_TYPE]?.examples ?? {}),
  );
  return new Set(codes);
}
