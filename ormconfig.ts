import { DataSource } from 'typeorm';
import { loadEnvFile } from './src/common/config/env-file';
import { readSecretFiles } from './src/common/config/secret-files';
import { dataSourceOptions } from './src/database/data-source-options';

loadEnvFile(process.cwd(), process.env);
const settings = readSecretFiles(process.env);
const url = settings['DATABASE_MIGRATION_URL'] || settings['DATABASE_URL'];
if (!url) throw new Error('ormconfig needs DATABASE_MIGRATION_URL or DATABASE_URL');

/** For TypeORM's own command line, run on the build: `npx typeorm migration:show -d dist/ormconfig.js`. */
export default new DataSource({
  ...dataSourceOptions({ url, statementTimeoutMs: 0 }),
  // TypeORM prints the migrations through its logger.
  logger: 'advanced-console',
});
