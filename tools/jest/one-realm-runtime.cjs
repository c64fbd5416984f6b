// How the API's specs load their modules: with Node's own `require`, in the worker's own realm. Jest's usual runtime
// evaluates Nest, TypeORM and the whole application anew for each file, which costs more than most tests do. Here a
// worker evaluates them once, and for each file only the spec and what lies in `apps/api/test`. What a module of the
// application keeps for itself therefore outlives a file, as in the server. There is no `jest.mock()`.
const { createRequire, registerHooks } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { isSource, sourceOf } = require('./sources.cjs');

const FRESH_FOR_EACH_FILE =
  /\/apps\/api\/test\/|\/apps\/panel\/src\/testing\/|\.spec\.ts$|\/spec-support\.ts$|\/jest-circus\/build\/jestAdapterInit\.js$/;

const sourceMaps = new Map();
let current = null;

registerHooks({
  resolve(specifier, context, next) {
    const source = sourceOf(specifier, context.parentURL);
    if (source === null) return next(specifier, context);
    return { url: pathToFileURL(source).href, format: 'commonjs', shortCircuit: true };
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context);
    return { format: 'commonjs', source: current.transformed(fileURLToPath(url)), shortCircuit: true };
  },
});

module.exports = class OneRealmRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    globalThis.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }

  requireModule(from, moduleName) {
    return createRequire(from)(moduleName ?? from);
  }

  requireInternalModule(from, moduleName) {
    return this.requireModule(from, moduleName);
  }

  requireModuleOrMock(from, moduleName) {
    return this.requireModule(from, moduleName);
  }

  /** `process` is the worker's own here, and stays as it is. */
  installGetBuiltinModule() {}

  getSourceMaps() {
    return sourceMaps;
  }

  /** With Jest's own transformer, which keeps on disk what it made. */
  transformed(path) {
    const code = this.transformCache.transform(path, undefined);
    for (const [file, map] of super.getSourceMaps()) sourceMaps.set(file, map);
    return code;
  }

  teardown() {
    super.teardown();
    for (const path of Object.keys(require.cache))
      if (FRESH_FOR_EACH_FILE.test(path)) delete require.cache[path];
  }
};
