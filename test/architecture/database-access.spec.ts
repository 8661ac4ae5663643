import { sourceFiles } from './source-files';

/** Where SQL may be. Everything else asks a repository, a store or the read model. */
const MAY_USE_THE_DATABASE = [
  /\.(repository|store)\.ts$/,
  /^src\/read-model\//,
  /^src\/search\/lexicon\//,
  /^src\/database\//,
  // Makes and checks the demo database before the application has one.
  /^src\/demo\/.*database.*\.ts$/,
];
const DATABASE_PACKAGES = new Set(['typeorm', '@nestjs/typeorm', 'pg', 'pg-pool']);

describe('database access', () => {
  it('lies in repositories, stores, the read model, the lexicon and the database ring alone', () => {
    const outside = sourceFiles().filter(({ path }) => !MAY_USE_THE_DATABASE.some((pattern) => pattern.test(path)));
    const wrong = outside.filter(({ imports }) => imports.some(isDatabaseCode));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

/** A service may hand on the `EntityManager` of its transaction; naming its type is no access. */
function isDatabaseCode({ target, typeOnly }: { target: string; typeOnly: boolean }): boolean {
  return DATABASE_PACKAGES.has(target) && !typeOnly;
}
