import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { OperatorError } from '../common/problems/operator-error';
import { classifyDatabaseError, findDatabaseProblem, leavesConnectionUnusable, toDatabaseFailure } from './pg-errors';

/** An error as the server sends it. */
function errorOf(severity: string, code: string): DatabaseError {
  return Object.assign(new DatabaseError('failed', 0, 'error'), { severity, code });
}

describe('an error of the database', () => {
  it.each([
    ['a disk that is full for a statement', 'ERROR', '53100', 'out_of_resources'],
    ['a disk that is full for the log, which stops the server', 'PANIC', '53100', 'connection_lost'],
    ['a database that accepts no connections', 'FATAL', '55000', 'connection_lost'],
    ['a role that may not log in', 'FATAL', '28000', 'connection_lost'],
    ['a wrong password, with the severity in another language', 'FATALE', '28P01', 'connection_lost'],
    ['a missing database', 'FATAL', '3D000', 'connection_lost'],
    ['a server without free connections', 'FATAL', '53300', 'connection_lost'],
    ['an administrator who ends the connection', 'FATAL', '57P01', 'connection_lost'],
  ])('%s is classified', (_, severity, code, expected) => {
    const error = errorOf(severity, code);
    expect(classifyDatabaseError(error)).toBe(expected);
    expect(findDatabaseProblem(error)?.code).toBe('overloaded');
    expect(leavesConnectionUnusable(error)).toBe(expected === 'connection_lost');
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])('%s of the network is a lost connection', (code) => {
    expect(classifyDatabaseError(Object.assign(new Error(code), { code }))).toBe('connection_lost');
  });

  it('of an invalid statement has no problem', () => {
    expect(findDatabaseProblem(errorOf('ERROR', '42601'))).toBeNull();
  });

  it('that an operator can resolve becomes an operator error, also if TypeORM wraps it', () => {
    const full = errorOf('ERROR', '53100');
    for (const error of [full, new QueryFailedError('INSERT', [], full)]) {
      const failure = toDatabaseFailure(error);
      expect(failure).toBeInstanceOf(OperatorError);
      expect(failure).toHaveProperty(
        'message',
        'The database failed (failed): free what it lacks, such as space on its disk.',
      );
    }
  });

  it.each([
    ['an invalid statement', errorOf('ERROR', '42601')],
    ['a missing file', Object.assign(new Error('absent'), { code: 'ENOENT', path: '/absent' })],
    ['an operator’s error', new OperatorError('Set PORT.')],
  ])('is not reported for %s', (_, error) => {
    expect(toDatabaseFailure(error)).toBe(error);
  });
});
