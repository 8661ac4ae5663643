import { CliError } from '../../cli/cli-error';
import { ConfigError } from '../config/config-error';
import { describeFailure } from './failure';
import { OperatorError } from './operator-error';
import { Problem } from './problem';
import { toStorageFailure } from './storage-failure';

describe('describeFailure', () => {
  it.each([
    new OperatorError('Set PORT.'),
    new ConfigError(['Set PORT.']),
    new CliError('Set PORT.'),
    new Problem('conflict', { detail: 'Set PORT.' }),
  ])('returns only the message when the operator can fix the failure: $name', (error) => {
    expect(describeFailure(error)).toMatch(/^(?:The configuration is not valid: )?Set PORT\.$/);
  });

  it('returns each refused field with its rule', () => {
    const error = Problem.invalidField('password', 'must not be a common password');
    expect(describeFailure(error)).toBe(`${error.message}; password must not be a common password`);
  });

  it('returns the stack of an unexpected failure, whatever its name', () => {
    const error = Object.assign(new Error('unforeseen'), { name: 'ConfigurationOfSomething' });
    expect(describeFailure(error)).toContain('failure.spec');
  });

  it('returns a thrown text unchanged', () => {
    expect(describeFailure('text')).toBe('text');
  });
});

describe('toStorageFailure', () => {
  const failureOf = (code: string, syscall: string): Error =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

  it.each([
    ['ENOSPC', 'free some space, or set DATA_DIRECTORY to another one'],
    ['EROFS', 'make its file system writable, or set DATA_DIRECTORY to another one'],
    ['EMFILE', 'let this process open more files'],
    ['ENFILE', 'let this machine open more files'],
    ['EIO', 'check the disk, or set DATA_DIRECTORY to another one'],
    ['EACCES', 'let this user read and write there, or set DATA_DIRECTORY to another one'],
  ])('names the remedy of %s', (code, remedy) => {
    expect(toStorageFailure(failureOf(code, 'write'), '/data')).toMatchObject({
      message: `The data directory /data cannot be used (${code}): ${remedy}.`,
    });
  });

  it.each([
    ['ECONNRESET', 'read'],
    ['EPIPE', 'write'],
    ['ENOENT', 'connect'],
  ])('returns the error %s of a connection unchanged', (code, syscall) => {
    const error = failureOf(code, syscall);
    expect(toStorageFailure(error, '/data')).toBe(error);
  });
});
