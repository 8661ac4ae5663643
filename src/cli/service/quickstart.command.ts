import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { FirstAdmin } from '../../accounts/first-admin';
import { Passwords } from '../../accounts/sessions/passwords';
import { UserRepository } from '../../accounts/user.repository';
import { serveUntilStopped, type RunningService } from '../../app.serve';
import type { Config } from '../../common/config/config';
import { readSecretFiles } from '../../common/config/secret-files';
import { requireFreePorts } from '../../common/processes/ports';
import { processStop, StopRequestedError } from '../../common/processes/process-stop';
import { toUsernameKey } from '../../common/text/username';
import { migrate } from '../../database/schema/migrate';
import { CliError } from '../cli-error';
import { loadCliConfig, withDatabase, withoutEmpty } from '../cli-context';
import { type EmbeddedSecrets, loadEmbeddedSecrets } from '../embedded-secrets';
import { renderQuickstartGuide } from './quickstart-guide';
import { loadSample, readSample } from './quickstart-sample';

const ADMIN = 'admin';

/** Adds `quickstart`. */
export function register(program: Command): void {
  program
    .command('quickstart')
    .description('Start the database, load the sample catalog, start the service and print example requests.')
    .action(runQuickstart);
}

/** Runs until a stop is requested. A stop is not a failure, even during the start. */
async function runQuickstart(): Promise<void> {
  try {
    const secrets = loadEmbeddedSecrets(loadCliConfig(process.env, { tokenSecrets: false }).database.dataDirectory);
    const config = loadQuickstartConfig(secrets);
    if (config.auth.mode !== 'local') {
      throw new CliError(
        'The quick start creates accounts with passwords, which AUTH_MODE=jwks refuses: remove AUTH_MODE.',
      );
    }
    await serveSample(await withFreePort(config), secrets);
  } catch (error) {
    if (!(error instanceof StopRequestedError)) throw error;
    console.error(error.message);
  }
}

function loadQuickstartConfig({ JWT_SECRET, CURSOR_SECRET }: EmbeddedSecrets): Config {
  const env = {
    NODE_ENV: 'development',
    METRICS_PORT: '0',
    JWT_SECRET,
    CURSOR_SECRET,
    ...withoutEmpty(readSecretFiles(process.env)),
  };
  return loadCliConfig(env, { tokenSecrets: true });
}

async function serveSample(config: Config, secrets: EmbeddedSecrets): Promise<void> {
  if (config.database.url !== undefined) {
    console.log(
      `The quick start migrates the database of DATABASE_URL, and adds accounts and the sample catalog to it.`,
    );
  }
  await withDatabase(config, async (opened) => {
    await migrate(opened.database.migrationUrl, processStop.signal, opened.database.migrationSetting);
    const loadAndPrint = async ({ app, url }: RunningService): Promise<void> => {
      const sample = await readSample();
      const { ADMIN_PASSWORD, VIEWER_PASSWORD } = secrets;
      await app.get(FirstAdmin).createIfAbsent(ADMIN, ADMIN_PASSWORD);
      await loadSample(app, sample, VIEWER_PASSWORD);
      const admins = await findWithPassword(app, [ADMIN], ADMIN_PASSWORD);
      const admin = { username: ADMIN, password: admins.length === 0 ? null : ADMIN_PASSWORD };
      const usernames = await findWithPassword(app, sample.viewers, VIEWER_PASSWORD);
      const viewers = { usernames, password: VIEWER_PASSWORD };
      console.log(`\n${renderQuickstartGuide({ url, admin, viewers, title: sample.title })}`);
    };
    await serveUntilStopped(opened, {}, processStop, (service) =>
      processStop.unlessRequested(() => loadAndPrint(service)),
    );
  });
}

/**
 * Checks that the configured ports are free. If the default port is not free and PORT is not set, replaces it by 0, for
 * any free port.
 */
async function withFreePort(config: Config): Promise<Config> {
  try {
    await requireFreePorts(config);
    return config;
  } catch (error) {
    if (process.env.PORT) throw error;
    const anyPort = { ...config, http: { ...config.http, port: 0 } };
    await requireFreePorts(anyPort);
    console.log(`Port ${config.http.port} is not free for the API, so the quick start takes another one.`);
    return anyPort;
  }
}

/**
 * Returns the names of the accounts that are enabled and have the password. An account of an earlier run may have
 * another password.
 */
async function findWithPassword(
  app: INestApplicationContext,
  usernames: readonly string[],
  password: string,
): Promise<string[]> {
  const [users, passwords] = [app.get(UserRepository), app.get(Passwords)];
  const found: string[] = [];
  for (const username of usernames) {
    const user = await users.findByKey(toUsernameKey(username));
    if (user === null || user.disabled) continue;
    if (await passwords.matches(password, user.password_hash)) found.push(username);
  }
  return found;
}
