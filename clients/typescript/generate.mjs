// Writes `src/generated` from the API description of the service: the types of the API, and the method and path of each
// operation. `--check` writes nothing, and exits with 1 if a file is not up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const root = import.meta.dirname;
const document = JSON.parse(readFileSync(join(root, '../../test/contract/openapi.json'), 'utf8'));
const target = join(root, 'src/generated');
const NOTE = '// Generated from the API description by `npm run generate`. Do not edit.\n';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
);
const lines = operations.map(([id, method, path]) => `  ${id}: ['${method}', '${path}'],\n`);
const files = {
  'api.ts': `${NOTE}${astToString(await openapiTypescript(document))}`,
  'operations.ts': `${NOTE}/** Method and path of each operation. */\nexport const OPERATIONS = {\n${lines.join('')}} as const;\n`,
};

const read = (name) => (existsSync(join(target, name)) ? readFileSync(join(target, name), 'utf8') : null);
const different = Object.entries(files).filter(([name, text]) => read(name) !== text);
if (process.argv.includes('--check')) {
  for (const [name] of different)
    console.error(`Not up to date: ${name}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = different.length === 0 ? 0 : 1;
} else {
  mkdirSync(target, { recursive: true });
  for (const [name, text] of different) writeFileSync(join(target, name), text);
  console.log(`${Object.keys(files).length} files of the client, ${different.length} changed.`);
}
