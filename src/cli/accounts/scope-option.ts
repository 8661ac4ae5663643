import { InvalidArgumentError, Option } from 'commander';
import { isScope, type Scope, SCOPE_RULE } from '../../common/scopes';

/** Returns the option `--scope`, which takes one right or several. */
export function makeScopeOption(): Option {
  return new Option('--scope <scope...>', 'rights in addition to the role').argParser(addScope);
}

function addScope(text: string, previous: readonly Scope[] = []): Scope[] {
  if (!isScope(text)) throw new InvalidArgumentError(`It ${SCOPE_RULE}.`);
  return [...previous, text];
}
