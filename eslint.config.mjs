import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Type-aware rules that catch real faults; formatting belongs to Prettier. */
const NO_CAN_PARSE = {
  object: 'URL',
  property: 'canParse',
  message: 'Node 20 and 22 answer wrongly beyond ASCII: use foundation/parse-url.',
};

/** Lists and objects are written as what they are, a line an item where they are long. */
const groups = (selector) => ({ selector, message: 'Write its items without `...` around them.' });
const NO_GROUPS = [
  groups('ObjectExpression > SpreadElement > ObjectExpression'),
  groups('JSXSpreadAttribute > ObjectExpression'),
  groups('SpreadElement > :matches(ArrayExpression, TSAsExpression > ArrayExpression)'),
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'coverage/**',
      '.data/**',
      'web/dist/**',
      'packages/*/dist/**',
      'src/platform/types.ts',
    ],
  },
  {
    files: [
      'src/**/*.ts',
      'samples/**/*.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'scripts/lib/*.ts',
      'web/src/**/*.{ts,tsx}',
      'packages/*/src/**/*.ts',
    ],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', { max: 500, skipBlankLines: false }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 6],
      'no-restricted-properties': ['error', NO_CAN_PARSE],
      'no-restricted-syntax': ['error', ...NO_GROUPS],
      complexity: ['error', 18],
    },
  },
  {
    files: ['packages/client/src/api-types.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**/*.ts', 'samples/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/foundation/outbound/exchange-http.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'Requests to other services go through foundation/outbound/exchange-http.',
        },
      ],
    },
  },
  {
    files: [
      'src/{agentapi,llm}/**/*.ts',
      'src/agenttools/changes/**/*.ts',
      'src/agenttools/sources/openapi/{request,answer}/**/*.ts',
      'src/agenttools/sources/mcp/{*,answer/*}.ts',
      'web/src/changes/**/*.{ts,tsx}',
      'packages/*/src/**/*.ts',
    ],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        NO_CAN_PARSE,
        {
          object: 'JSON',
          property: 'parse',
          message: 'It rounds numbers that are passed on: use parseJson of foundation/exact-json.',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NO_GROUPS,
        {
          selector:
            "CallExpression[callee.name='useEffect'] > ArrowFunctionExpression[expression=true]",
          message: 'What an effect returns React calls to clean up: give it braces.',
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                '^(\\.\\./)+(src/(?!foundation/|references/|app/evals/scenario-of-run\\.js)|samples/)',
              allowTypeImports: true,
              message:
                'The page takes types from the server, and code from src/foundation, src/references and of scenarios only.',
            },
          ],
        },
      ],
    },
  },
  {
    // Constructors carry Nest's injection metadata: their types are values.
    files: [
      '{src,samples}/**/*.controller.ts',
      '{src,samples}/**/*.service.ts',
      '{src,samples}/**/*.store.ts',
      '{src,samples}/**/*.module.ts',
      '{src,samples}/**/*.filter.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    // A factory's parameters are what it injects, in the order of the list above it.
    files: ['src/app/modules/*.module.ts'],
    rules: { 'max-params': 'off' },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      // The page's tests hold it against the server's own code.
      '@typescript-eslint/no-restricted-imports': 'off',
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
