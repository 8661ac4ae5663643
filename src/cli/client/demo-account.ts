import { loadEnvFile } from '../../common/config/env-file';
import { SETTINGS } from '../../common/config/environment';
import { readSecretFiles } from '../../common/config/secret-files';

/**
 * Returns the account of the local demo, from `env` or else from the file `.env` in `directory`. An empty or absent
 * setting has its default. Reads only the settings of the account, so that other invalid settings of the service do not
 * stop the client. Does not change `env`.
 */
export function readDemoAccount(directory: string, env: NodeJS.ProcessEnv): { username: string; password: string } {
  const mergedEnv = { ...env };
  loadEnvFile(directory, mergedEnv);
  const { SERVICE_DEMO_USERNAME, SERVICE_DEMO_PASSWORD, SERVICE_DEMO_PASSWORD_FILE } = mergedEnv;
  const settings = readSecretFiles({ SERVICE_DEMO_USERNAME, SERVICE_DEMO_PASSWORD, SERVICE_DEMO_PASSWORD_FILE });
  const valueOf = (name: 'SERVICE_DEMO_USERNAME' | 'SERVICE_DEMO_PASSWORD'): string =>
    settings[name] || (SETTINGS[name].fallback ?? '');
  return { username: valueOf('SERVICE_DEMO_USERNAME'), password: valueOf('SERVICE_DEMO_PASSWORD') };
}
