const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { libraryOf } = require('./tools/jest/sources.cjs');

// For the global setup, which Jest loads outside of the runtime that the tests have.
registerHooks({ resolve: (specifier, context, next) => next(libraryOf(specifier) ?? specifier, context) });

/** Set by `tools/test.mjs`. */
const { FULL_TESTS, PRODUCTION_TESTS, SMOKE_TESTS } = process.env;

/** The API, the switch CLI, the shared shapes and the tools: in Node, with a PostgreSQL for the run. */
const api = {
  displayName: 'api',
  rootDir: __dirname,
  // Not among the temporary files, which a run takes along: what was compiled, and how long each file took.
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
  testEnvironment: '<rootDir>/tools/jest/one-realm-environment.cjs',
  runtime: '<rootDir>/tools/jest/one-realm-runtime.cjs',
  roots: ['<rootDir>/apps/api', '<rootDir>/apps/switch-cli', '<rootDir>/libs', '<rootDir>/tools'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: [
    // What takes minutes runs in `npm run test:full` alone.
    ...(FULL_TESTS === '1' ? [] : ['\\.full\\.spec\\.ts$']),
    // What needs the whole product runs in each push only where its name says so.
    ...(SMOKE_TESTS === '1' ? ['/apps/api/test/.*(?<!\\.smoke)\\.spec\\.ts$'] : []),
    // The project below has them.
    ...(PRODUCTION_TESTS === undefined ? [] : ['/apps/api/test/production/']),
  ],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/apps/api/test/harness/global-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/harness/global-teardown.ts',
};

/** The same as in production, on a server of its own: PRODUCTION_TESTS has its files and its environment. */
const productions = PRODUCTION_TESTS === undefined ? [] : [JSON.parse(PRODUCTION_TESTS)];
const production = productions.map(({ files, environment }) => ({
  ...api,
  displayName: 'production',
  globalSetup: '<rootDir>/apps/api/test/harness/production-setup.ts',
  testMatch: files.map((file) => `<rootDir>/${file}`),
  testPathIgnorePatterns: FULL_TESTS === '1' ? [] : ['\\.full\\.spec\\.ts$'],
  testEnvironmentOptions: { environment },
}));

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  projects: [api, '<rootDir>/apps/panel/jest.config.cjs', ...production],
  // Finds what hangs, and judges no speed: on a busy machine a browser or a program takes its time.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/tools/jest/slowest-first.cjs',
  // Two more than two cores: while a file waits for a server, a browser or the database, another has its turn.
  maxWorkers: 4,
  // No `workerIdleMemoryLimit`: Jest gives a worker its next file while it asks how much memory it has, and where it
  // then replaces the worker, that file is begun twice.
  // Half a second usually, within which a worker that served browsers and databases is not always gone.
  workerGracefulExitTimeout: 10_000,
};
