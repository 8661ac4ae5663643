import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setPrefix } from '../../app.setup';
import { renderRecordSchema } from '../../catalog/ingest/records/record-schema-file';
import { loadConfig, type Config } from '../../common/config/config';
import { renderConfigurationPage, renderEnvExample } from '../../common/config/env-example';
import { readIfPresent } from '../../database/embedded/cluster/cluster-files';
import { buildApiDocument } from '../../http/openapi/api-document';
import { renderErrorsMarkdown } from '../../http/openapi/errors-page';
import { renderTools } from '../../mcp/tools/tool-list';
import { CliError } from '../cli-error';
import { findProjectRoot } from '../../common/project-root';
import { AppModule } from '../../app.module';
import { ServiceLogger } from '../../common/logging/service-logger';
import { serverModules } from '../../server-modules';
import { FastExpressAdapter } from '../../http/fast-express.adapter';

/** Adds `generate`, which writes the files of `renderFiles` or checks that they are up to date. */
export function register(program: Command): void {
  program
    .command('generate')
    .description(
      'Write the API description, the tool list, the error and settings pages, the import schema and .env.example.',
    )
    .option('--check', 'write nothing; fail when a file differs')
    .action(({ check }: { check?: boolean }) => generate(check === true));
}

async function generate(check: boolean): Promise<void> {
  const root = findProjectRoot();
  const files = Object.entries(await renderFiles());
  const different = files.filter(([path, text]) => readIfPresent(join(root, path)) !== text);
  if (check && different.length > 0) {
    const names = different.map(([path]) => path).join(', ');
    throw new CliError(`Not up to date: ${names}. Run \`npm run generate\` and commit the result.`);
  }
  for (const [path, text] of different) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${files.length} generated files, ${check ? 'all up to date' : `${different.length} changed`}.`);
}

/** Returns the content of the generated files, by path from the project root. */
async function renderFiles(): Promise<Record<string, string>> {
  // Required settings with placeholder values. A preview opens no connection and signs nothing.
  const config = loadConfig({
    DATABASE_URL: 'postgres://localhost/none',
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  const app = await createPreview(config);
  const document = await buildApiDocument(app);
  return {
    'test/contract/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'test/contract/tools.json': renderTools(),
    'docs/errors.md': renderErrorsMarkdown(),
    'docs/import.schema.json': renderRecordSchema(),
    'docs/configuration.md': renderConfigurationPage(),
    '.env.example': renderEnvExample(),
  };
}

/** Creates an application that has only the metadata of modules and routes. No provider is instantiated. */
async function createPreview(config: Config): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter(config.http);
  const root = AppModule.for(config, new ServiceLogger('silent'), 'service', serverModules(true));
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return setPrefix(app);
}
