import { defineConfig } from 'oxlint'
import { importRules } from './tools/import-rules.mjs'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'react', 'jsx-a11y', 'import', 'promise', 'oxc'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'warn',
  },
  // The layout primitives draw the tag that `as` names.
  settings: {
    'jsx-a11y': {
      polymorphicPropName: 'as',
      components: { HStack: 'div', VStack: 'div', Grid: 'div', Center: 'div', Text: 'span', Box: 'div' },
    },
  },
  ignorePatterns: ['dist', 'node_modules', 'packages/server/src/db/database.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-console': 'off',
    'no-empty': [
      'error',
      {
        allowEmptyCatch: false,
      },
    ],
    'import/no-unassigned-import': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'no-unmodified-loop-condition': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-enum-comparison': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'oxc/no-async-endpoint-handlers': 'off',
    'oxc/no-map-spread': 'off',
    'oxc/no-accumulating-spread': 'off',
  },
  overrides: [
    { files: ['packages/core/src/calls.ts'], rules: { 'oxc/no-barrel-file': 'off' } },
    {
      files: ['packages/{core,server,bot,whatsapp,intents,simulator,demo}/**', 'tools/**'],
      excludeFiles: ['**/*.test.*', '**/*.fixture.*', '**/test/**'],
      rules: { 'max-lines': ['error', 400], 'max-lines-per-function': ['error', 80] },
    },
    {
      // Every text of the screen comes from the catalogue (core/text/translate). Allowed are signs and figures.
      files: ['packages/web/src/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: {
        'react/jsx-no-literals': [
          'error',
          {
            noStrings: false,
            allowedStrings: [
              '0',
              '50',
              '100',
              '×',
              '+',
              '(+',
              '(',
              ')',
              ':',
              '·',
              '/',
              '–',
              '↑',
              '↓',
              ',',
              '.',
              ', “',
              '“',
              '”',
              'hello',
            ],
          },
        ],
      },
    },
    ...importRules,
  ],
})
