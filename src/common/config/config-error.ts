import { OperatorError } from '../problems/operator-error';

/** The configuration is not valid. The message names the invalid variables and their rules, and contains no values. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is not valid:', ...problems].join(problems.length === 1 ? ' ' : '\n  '));
  }
}
