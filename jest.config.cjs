const { join } = require('node:path');

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  roots: ['<rootDir>/apps/api', '<rootDir>/libs', '<rootDir>/tools'],
  testMatch: ['**/*.spec.ts'],
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
  moduleNameMapper: { '^@groupless/shared-dto$': join(__dirname, 'libs/shared-dto/src/index.ts') },
  globalSetup: '<rootDir>/apps/api/test/harness/global-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/harness/global-teardown.ts',
  reporters: ['default', '<rootDir>/tools/closing-line-reporter.cjs'],
  testTimeout: 20_000,
  // Two cores; the test servers and their PostgreSQL need room beside the workers.
  maxWorkers: 2,
};
