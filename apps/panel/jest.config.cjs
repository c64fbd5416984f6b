const { join } = require('node:path');
const { createEsmPreset } = require('jest-preset-angular/presets');

/** The panel's own specs: components in the rendered DOM of jsdom. */
const preset = createEsmPreset({ tsconfig: '<rootDir>/tsconfig.spec.json' });

/** @type {import('jest').Config} */
module.exports = {
  ...preset,
  displayName: 'panel',
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^@groupless/shared-dto$': join(__dirname, '../../libs/shared-dto/src/index.ts'),
  },
};
