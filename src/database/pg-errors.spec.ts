import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { OperatorError } from '../common/problems/operator-error';
import { classifyDatabaseError, findDatabaseProblem, leavesConnectionUnusable, toOperatorError } from './pg-errors';

/** An error as the server sends it. */
function errorOf(severity: string, code: string): DatabaseError {
  return Object.assign(new DatabaseError('failed', 0, 'error'), { severity, code });
}

describe('pg-errors', () => {
  it.each([
    ['a full disk that makes a statement fail', 'ERROR', '53100', 'out_of_resources'],
    ['a full disk that stops the server, because it cannot write its WAL', 'PANIC', '53100', 'connection_lost'],
    ['a database that accepts no connections', 'FATAL', '55000', 'connection_lost'],
    ['a role that may not log in', 'FATAL', '28000', 'connection_lost'],
    ['a wrong password, with the severity in another language', 'FATALE', '28P01', 'connection_lost'],
    ['a missing database', 'FATAL', '3D000', 'connection_lost'],
    ['a server without free connections', 'FATAL', '53300', 'connection_lost'],
    ['an administrator who ends the connection', 'FATAL', '57P01', 'connection_lost'],
  ])('for %s: the error %s %s has the class %s and the problem `overloaded`', (_, severity, code, expected) => {
    const error = errorOf(severity, code);
    expect(classifyDatabaseError(error)).toBe(expected);
    expect(findDatabaseProblem(error)?.code).toBe('overloaded');
    expect(leavesConnectionUnusable(error)).toBe(expected === 'connection_lost');
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])(
    'classifies the network error %s as a lost connection',
    (code) => {
      expect(classifyDatabaseError(Object.assign(new Error(code), { code }))).toBe('connection_lost');
    },
  );

  it('classifies the error of an absent Unix socket as a lost connection, and that of an absent file as none', async () => {
    const [socketError] = (await once(connect('/absent/.s.PGSQL.5432'), 'error')) as unknown[];
    expect(socketError).toHaveProperty('code', 'ENOENT');
    expect(findDatabaseProblem(socketError)?.code).toBe('overloaded');
    const fileError: unknown = await open('/absent/film.mkv').catch((error: unknown) => error);
    expect(fileError).toHaveProperty('code', 'ENOENT');
    expect(findDatabaseProblem(fileError)).toBeNull();
    expect(leavesConnectionUnusable(fileError)).toBe(false);
  });

  it('returns no problem for an invalid statement, because that is a bug of the service', () => {
    expect(findDatabaseProblem(errorOf('ERROR', '42601'))).toBeNull();
  });

  it('converts an error that an operator can resolve to an OperatorError, even if TypeORM wraps it', () => {
    const diskFull = errorOf('ERROR', '53100');
    for (const error of [diskFull, new QueryFailedError('INSERT', [], diskFull)]) {
      const converted = toOperatorError(error);
      expect(converted).toBeInstanceOf(OperatorError);
      expect(converted).toHaveProperty(
        'message',
        'The database failed (failed): check its disk space, memory and connection limit.',
      );
    }
  });

  it('names the code of an error without a message, which a host with two addresses causes', () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(toOperatorError(refused)).toHaveProperty(
      'message',
      'The database failed (ECONNREFUSED): try again when it accepts connections.',
    );
  });

  it.each([
    ['the error of an invalid statement', errorOf('ERROR', '42601')],
    ['the error of a missing file', Object.assign(new Error('absent'), { code: 'ENOENT', path: '/absent' })],
    ['an OperatorError', new OperatorError('Set PORT.')],
  ])('does not convert %s', (_, error) => {
    expect(toOperatorError(error)).toBe(error);
  });
});
