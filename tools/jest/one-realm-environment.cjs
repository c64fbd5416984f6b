// The test environment of the API's specs: the worker's own globals, restored after each file.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const KEPT_BY_CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']);

module.exports = class OneRealmEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.before = {
      globals: Object.getOwnPropertyDescriptors(globalThis),
      exit: process.exit,
      env: { ...process.env },
      folder: process.cwd(),
    };
    this.environment = environmentOf(projectConfig);
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Jest sets 100, but a refused request creates an error, whose trace took longer than the request.
    Error.stackTraceLimit = 20;
    Object.assign(process.env, this.environment);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { globals, exit, env, folder } = this.before;
    for (const [name, before] of Object.entries(globals))
      if (before.configurable && !isSame(Object.getOwnPropertyDescriptor(globalThis, name), before))
        Object.defineProperty(globalThis, name, before);
    process.exit = exit;
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    // Removes the state of jest-circus: the file's tests, event listeners and time limit.
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (KEPT_BY_CIRCUS.has(symbol.description)) delete globalThis[symbol];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};

/** What the project sets, and the server that its global setup started (`apps/api/test/harness/global-setup.ts`). */
function environmentOf({ displayName, testEnvironmentOptions }) {
  const { [displayName.name]: started = {} } = JSON.parse(process.env.TEST_SERVERS ?? '{}');
  return { ...testEnvironmentOptions.environment, ...started };
}

function isSame(now, before) {
  return now?.value === before.value && now?.get === before.get && now?.set === before.set;
}
