import { CliError } from '../../cli/cli-context';
import { EmbeddedPostgresError } from '../../database/embedded/embedded-postgres.error';
import { ConfigError } from '../config/config.rules';
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
  ])('says of what the operator can mend its message alone: $name', (error) => {
    expect(describeFailure(error)).toMatch(/^(?:The configuration is not valid: )?Set PORT\.$/);
  });

  it('shows the place of a failure that nobody foresaw, whatever it is called', () => {
    const error = Object.assign(new Error('unforeseen'), { name: 'ConfigurationOfSomething' });
    expect(describeFailure(error)).toContain('failure.spec');
    expect(describeFailure('text')).toBe('text');
  });
});
