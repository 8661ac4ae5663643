import { Problem } from './problem';
import { toProblemDocument } from './problem-document';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes';

const CODES = Object.keys(PROBLEM_CODES) as ProblemCode[];

describe('Problem', () => {
  it.each(CODES)('renders %s with its defined status and a stable type', (code) => {
    const document = toProblemDocument(new Problem(code), 'request-1');
    expect(document).toEqual({
      type: `/api/docs/errors#${code}`,
      title: PROBLEM_CODES[code].title,
      status: PROBLEM_CODES[code].status,
      code,
      instance: 'request-1',
    });
  });

  it('has only 4xx and 5xx statuses and a meaning for each code', () => {
    for (const code of CODES) {
      expect(PROBLEM_CODES[code].status).toBeGreaterThanOrEqual(400);
      expect(PROBLEM_CODES[code].status).toBeLessThan(600);
      expect(PROBLEM_CODES[code].meaning.length).toBeGreaterThan(20);
    }
  });

  it('gives a not-found problem no detail, so that it does not show whether the resource exists', () => {
    expect(JSON.parse(JSON.stringify(toProblemDocument(Problem.notFound(), 'r')))).toEqual({
      type: '/api/docs/errors#not-found',
      title: PROBLEM_CODES['not-found'].title,
      status: 404,
      code: 'not-found',
      instance: 'r',
    });
  });

  it('has an error code in the challenge of a 401 only if it is constructed with one', () => {
    expect(Problem.unauthorized().headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
    expect(Problem.unauthorized('invalid_token').headers).toEqual({
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  });

  it('rounds the seconds in Retry-After up to a whole number, at least 1', () => {
    expect(Problem.loginDelayed(0).headers).toEqual({ 'Retry-After': '1' });
    expect(Problem.overloaded(1.2).headers).toEqual({ 'Retry-After': '2' });
  });

  it('has the status 503 for overload, 504 for a timeout, and 403 for a missing right', () => {
    expect(Problem.overloaded(1).status).toBe(503);
    expect(Problem.timeout().status).toBe(504);
    expect(Problem.forbidden().status).toBe(403);
  });

  it('writes the detail, field errors and extensions, but lets no extension replace a standard member', () => {
    const gone = toProblemDocument(
      Problem.gone({ superseded_by: 'artifact-2', status: 200, code: 'x', detail: 'x', errors: [] }),
      'r',
    );
    expect(gone).toMatchObject({ superseded_by: 'artifact-2', status: 410, code: 'gone' });
    expect(JSON.stringify(gone)).not.toMatch(/"detail"|"errors"/);
    const refused = toProblemDocument(Problem.invalidField('caps', 'must be an object'), 'r');
    expect(refused.errors).toEqual([{ field: 'caps', message: 'must be an object' }]);
    expect(toProblemDocument(Problem.conflict('The run has ended.'), 'r').detail).toBe('The run has ended.');
  });

  it('keeps its cause out of the document', () => {
    const problem = new Problem('internal', { cause: new Error('secret host') });
    expect(problem.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(toProblemDocument(problem, 'r'))).not.toContain('secret host');
  });
});
