import { sourceFiles } from './source-files';

/** Files that may import database packages. Other files call a repository, a store or the read model. */
const MAY_USE_THE_DATABASE = [
  /\.(repository|store)\.ts$/,
  /^src\/read-model\//,
  /^src\/search\/lexicon\//,
  /^src\/database\//,
  // Creates and checks the demo database before the application connects to it.
  /^src\/demo\/.*database.*\.ts$/,
];
const DATABASE_PACKAGES = new Set(['typeorm', '@nestjs/typeorm', 'pg', 'pg-pool']);

describe('database access', () => {
  it('happens only in repositories, stores, the read model, the lexicon, src/database and the demo database', () => {
    const outside = sourceFiles().filter(({ path }) => !MAY_USE_THE_DATABASE.some((pattern) => pattern.test(path)));
    const wrong = outside.filter(({ imports }) => imports.some(isDatabaseCode));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

/** Type imports are allowed, because a service may pass on the `EntityManager` of its transaction. */
function isDatabaseCode({ target, typeOnly }: { target: string; typeOnly: boolean }): boolean {
  return DATABASE_PACKAGES.has(target) && !typeOnly;
}
