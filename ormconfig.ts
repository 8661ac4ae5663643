import { DataSource } from 'typeorm';
import { loadEnvFile } from './src/common/config/env-file';
import { readSecretFiles } from './src/common/config/secret-files';
import { dataSourceOptions } from './src/database/data-source-options';

loadEnvFile(process.cwd(), process.env);
const settings = readSecretFiles(process.env);
// `||` also skips a variable that is set to an empty text.
const url = settings['DATABASE_MIGRATION_URL'] || settings['DATABASE_URL'];
if (!url) throw new Error('ormconfig needs DATABASE_MIGRATION_URL or DATABASE_URL');

/** For TypeORM's own command line, run on the build: `npx typeorm migration:show -d dist/ormconfig.js`. */
export default new DataSource({
  ...dataSourceOptions({ url, statementTimeoutMs: 0 }),
  // `migration:show` prints the migrations through the logger, and that of the service discards all lines.
  logger: 'advanced-console',
});
