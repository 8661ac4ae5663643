import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      'node_modules',
      'src/metadata.ts',
      'clients/typescript/src/generated',
      // This folder is compiled against the build of the client, which may not exist yet.
      'clients/typescript/package-test',
      'coverage',
      'package',
      '.data',
      '**/*.mjs',
      '**/*.js',
      'jest.config.*',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Some patterns match control characters on purpose, to find them in texts.
      'no-control-regex': 'off',
      'no-console': 'error',
      // Prettier does not wrap comments.
      'max-len': ['error', { code: 1000, comments: 120, ignoreUrls: true }],
    },
  },
  {
    files: ['src/cli/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**', '**/*.spec.ts', 'clients/typescript/test/**'],
    // Libraries give some values that tests read, such as rows, the type `any`. A wrong value fails the test.
    rules: {
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
