import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the build', () => {
  it('excludes the demo from compilation and type checking, except with the demo configuration', () => {
    expect(read('nest-cli.json')).toContain('"ignore": ["src/demo/**"]');
    expect(read('tsconfig.build.json')).toContain('"src/demo"');
    expect(read('nest-cli.demo.json')).not.toContain('src/demo');
    expect(read('tsconfig.demo.json')).not.toContain('src/demo');
  });

  it('has a demo configuration that equals the normal configuration except for the demo', () => {
    const withoutDemo = read('nest-cli.json').replace(/,\s*"ignore": \["src\/demo\/\*\*"\]/, '');
    const plain = (text: string): unknown => JSON.parse(text.replace(/tsconfig\.\w+\.json/, 'tsconfig'));
    expect(plain(read('nest-cli.demo.json'))).toEqual(plain(withoutDemo));
    const { exclude } = JSON.parse(read('tsconfig.build.json')) as { exclude: string[] };
    expect(JSON.parse(read('tsconfig.demo.json'))).toEqual({
      extends: './tsconfig.build.json',
      exclude: exclude.filter((path) => path !== 'src/demo'),
    });
  });
});
