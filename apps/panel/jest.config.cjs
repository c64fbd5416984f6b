const { join } = require('node:path');

const JEST = join(__dirname, '../../tools/jest');

/** The panel's own specs: components in the rendered DOM of jsdom. */
/** @type {import('jest').Config} */
module.exports = {
  displayName: 'panel',
  rootDir: __dirname,
  cacheDirectory: join(__dirname, '../../node_modules/.cache/jest'),
  testEnvironment: join(JEST, 'one-realm-dom-environment.cjs'),
  runtime: join(JEST, 'one-realm-runtime.cjs'),
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  transform: {
    '\\.(ts|html)$': [
      'jest-preset-angular',
      { tsconfig: '<rootDir>/tsconfig.spec.json', stringifyContentPathRegex: '\\.html$' },
    ],
  },
};
