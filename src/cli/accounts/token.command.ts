import type { Command } from 'commander';
import { TokenIssuer } from '../../auth/tokens/token-issuer';
import { TOKEN_MAX_LIFETIME_SECONDS } from '../../auth/tokens/token-claims';
import { loadCliConfig } from '../cli-context';
import { withService } from '../service-context';
import { CliError } from '../cli-error';
import { makeIntegerParser } from '../integer-option';
import { getSelected } from './account-selection';

interface TokenOptions {
  username: string;
  ttl: number;
}

/** Adds `token`. */
export function register(program: Command): void {
  program
    .command('token')
    .description(
      'Print an access token for scripts. A logout does not end it; a new password or disabling the account does.',
    )
    .requiredOption('--username <name>', 'name of the account')
    .option(
      '--ttl <seconds>',
      'lifetime in seconds, at most a day',
      makeIntegerParser(1, TOKEN_MAX_LIFETIME_SECONDS),
      TOKEN_MAX_LIFETIME_SECONDS,
    )
    .action(runToken);
}

async function runToken({ username, ttl }: TokenOptions): Promise<void> {
  const config = loadCliConfig(process.env, { tokenSecrets: true });
  if (config.auth.mode !== 'local') {
    throw new CliError('With AUTH_MODE=jwks only external issuers can issue tokens.');
  }
  const token = await withService(config, async (app) => {
    const user = await getSelected(app, { username });
    if (user.is_service) throw new CliError('A service account has keys instead of tokens: see keys create.');
    if (user.disabled) throw new CliError('The account is disabled, so its tokens would be refused.');
    return app.get(TokenIssuer).issue(user.user_id, null, ttl).token;
  });
  console.log(token);
}
