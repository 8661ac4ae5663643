import { CliError } from '../../cli/cli-error';
import { EmbeddedPostgresError } from '../../database/embedded/embedded-postgres.error';
import { ConfigError } from '../config/config-error';
import { describeFailure } from './failure';
import { OperatorError } from './operator-error';
import { Problem } from './problem';

describe('describeFailure', () => {
  it.each([
    new OperatorError('Set PORT.'),
    new ConfigError(['Set PORT.']),
    new EmbeddedPostgresError('Set PORT.'),
    new CliError('Set PORT.'),
    new Problem('conflict', { detail: 'Set PORT.' }),
  ])('prints only the message when the operator can fix the failure: $name', (error) => {
    expect(describeFailure(error)).toMatch(/^(?:The configuration is not valid: )?Set PORT\.$/);
  });

  it('prints each refused field with its rule', () => {
    const error = Problem.invalidField('password', 'must not be a common password');
    expect(describeFailure(error)).toBe(`${error.message}; password must not be a common password`);
  });

  it('prints the stack of an unexpected failure, whatever its name', () => {
    const error = Object.assign(new Error('unforeseen'), { name: 'ConfigurationOfSomething' });
    expect(describeFailure(error)).toContain('failure.spec');
  });

  it('prints a thrown text unchanged', () => {
    expect(describeFailure('text')).toBe('text');
  });
});
