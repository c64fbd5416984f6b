// Runs the specs of one file against its mutants, which the parent process sends one by one. Packages stay loaded, so a
// mutant takes milliseconds.
const { readFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { resolve } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { transformSync } = require('@swc/core');
const fc = require('fast-check');
const { expect } = require('expect');
const circus = require('jest-circus');
const { ModuleMocker } = require('jest-mock');
const { ModernFakeTimers } = require('@jest/fake-timers');
const jestConfig = require('../../jest.config.cjs');
const { isSource, sourceOf } = require('../jest/sources.cjs');

const [, , target, ...specs] = process.argv.map((arg, index) => (index < 2 ? arg : resolve(arg)));
const [, swcOptions] = Object.values(jestConfig.projects[0].transform)[0];
/** Fewer inputs, a fixed seed and no shrinking: enough to show most mutants. */
const PROPERTY = { numRuns: 25, seed: 1, endOnFailure: true };

const compiled = new Map();
let mutated = null;

registerHooks({
  resolve(specifier, context, next) {
    const source = sourceOf(specifier, context.parentURL);
    if (source === null) return next(specifier, context);
    return { url: pathToFileURL(source).href, format: 'commonjs', shortCircuit: true };
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context);
    return { format: 'commonjs', source: code(fileURLToPath(url)), shortCircuit: true };
  },
});

function code(path) {
  if (path === target && mutated !== null) return compile(path, mutated);
  if (!compiled.has(path)) compiled.set(path, compile(path, readFileSync(path, 'utf8')));
  return compiled.get(path);
}

function compile(path, source) {
  return transformSync(source, { ...swcOptions, sourceMaps: false, filename: path }).code;
}

const { assert } = fc;
const quickly = (property, options) =>
  assert(property, { ...options, ...PROPERTY, numRuns: Math.min(options?.numRuns ?? 100, PROPERTY.numRuns) });
require.cache[require.resolve('fast-check')].exports = { ...fc, assert: quickly };

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: { ...jestConfig, fakeTimers: {}, rootDir: process.cwd() },
  global: globalThis,
});
const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
Object.assign(globalThis, { expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
globalThis.jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: () => undefined,
  useFakeTimers: (options) => timers.useFakeTimers({ fakeTimers: {}, ...options }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
};
for (const method of ['log', 'warn', 'error']) console[method] = () => undefined;

/** @returns whether a test failed, why, and the number of tests */
async function run() {
  for (const path of Object.keys(require.cache)) if (path.endsWith('.ts')) delete require.cache[path];
  circus.resetState();
  let isNoticed = false;
  let tests = 0;
  let faults;
  const watch = (event) => {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') isNoticed = true;
    // One failure is enough.
    if (event.name === 'test_start' && isNoticed) event.test.mode = 'skip';
    if (event.name === 'test_done') tests++;
  };
  circus.addEventHandler(watch);
  try {
    for (const spec of specs) require(spec);
    const { testResults, unhandledErrors } = await circus.run();
    faults = [...unhandledErrors, ...testResults.flatMap(({ errors }) => errors)].map(String);
  } catch (error) {
    faults = [String(error)];
  } finally {
    circus.removeEventHandler(watch);
    timers.useRealTimers();
    mocker.restoreAllMocks();
  }
  return { isNoticed: isNoticed || faults.length > 0, tests, faults };
}

process.on('unhandledRejection', () => undefined);
process.on('message', async (source) => {
  mutated = source;
  process.send(await run());
});
