// A Jest runtime for the API's specs that loads modules with Node's `require`, in the worker's own realm. Jest's
// default evaluates Nest, TypeORM and the whole application for each file, which costs more than most tests. Here a
// worker evaluates them once; only the spec and `apps/api/test` are evaluated for each file. State in modules of the
// application therefore survives a file, as in the server. There is no `jest.mock()`.
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

  /** Keeps the worker's own `process`. */
  installGetBuiltinModule() {}

  getSourceMaps() {
    return sourceMaps;
  }

  /** Uses Jest's transformer, which caches on disk. */
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
