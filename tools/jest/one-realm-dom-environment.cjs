// The test environment of the panel's specs: like that of the API's, with a jsdom page for each file, whose properties
// are global while the file runs.
const { runInNewContext } = require('node:vm');
const { JSDOM, VirtualConsole } = require('jsdom');
const OneRealmEnvironment = require('./one-realm-environment.cjs');

/** Globals that stay Node's: those of the language, and those that Jest can replace. */
const NODES_OWN = new Set([
  ...runInNewContext('Object.getOwnPropertyNames(globalThis)'),
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'queueMicrotask',
    'performance',
    'console',
  ],
]);
/** Missing in jsdom; the specs provide them. */
const BROUGHT = ['matchMedia', 'IntersectionObserver', 'EventSource'];
/** Inherited by a window; they need the window as `this`. */
const OF_EVENT_TARGET = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

module.exports = class OneRealmDomEnvironment extends OneRealmEnvironment {
  async setup() {
    await super.setup();
    this.dom = new JSDOM('<!DOCTYPE html>', {
      url: 'http://localhost/',
      pretendToBeVisual: true,
      virtualConsole: new VirtualConsole().forwardTo(console),
    });
    const { window } = this.dom;
    const names = Object.getOwnPropertyNames(window).filter((name) => !NODES_OWN.has(name));
    this.replaced = [...names, ...BROUGHT, ...OF_EVENT_TARGET].map((name) => [
      name,
      Object.getOwnPropertyDescriptor(globalThis, name),
    ]);
    for (const name of names) define(name, descriptorOf(window, name));
    for (const name of OF_EVENT_TARGET) define(name, { value: window[name].bind(window), writable: true });
    // The page has one global object, as in a browser.
    for (const name of ['window', 'self', 'parent', 'top'])
      define(name, { value: globalThis, writable: true });
    Object.defineProperty(window.document, 'defaultView', { value: globalThis });
  }

  async teardown() {
    await super.teardown();
    this.dom.window.close();
    for (const [name, before] of this.replaced) {
      if (before === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, before);
    }
  }
};

function define(name, descriptor) {
  Object.defineProperty(globalThis, name, { ...descriptor, configurable: true, enumerable: true });
}

/** Values are copied; accessors are forwarded to the window. */
function descriptorOf(window, name) {
  const { get, value } = Object.getOwnPropertyDescriptor(window, name);
  if (get === undefined) return { value, writable: true };
  return { get: () => window[name], set: (given) => (window[name] = given) };
}
