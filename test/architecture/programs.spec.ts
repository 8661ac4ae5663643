import { sourceFiles } from './source-files';

const PROGRAMS = ['src/main.ts', 'src/cli/main.ts', 'bench/server.ts'];

describe('the programs', () => {
  it.each(PROGRAMS)('%s tells the engine how to manage memory before it loads anything else', (program) => {
    const { imports } = [...sourceFiles(), ...sourceFiles('bench')].find(({ path }) => path === program) ?? {};
    expect(imports?.[0]).toMatchObject({ target: 'src/engine.ts' });
  });
});
