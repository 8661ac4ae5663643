import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRecordSchema } from '../../src/catalog/ingest/records/record-schema-file';
import { renderConfigurationPage, renderEnvExample } from '../../src/common/config/env-example';
import { renderErrorsMarkdown } from '../../src/http/openapi/errors-page';
import { ROOT } from '../support/root';

const HOW = 'run `npm run generate` and commit the result';

describe('generated files', () => {
  it.each([
    ['.env.example', renderEnvExample],
    ['docs/configuration.md', renderConfigurationPage],
    ['docs/errors.md', renderErrorsMarkdown],
    ['docs/import.schema.json', renderRecordSchema],
  ])('%s is up to date', (path, render) => {
    const upToDate = readFileSync(join(ROOT, path), 'utf8') === render();
    expect(upToDate ? 'up to date' : HOW).toBe('up to date');
  });
});
