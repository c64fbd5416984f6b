/**
 * Makes a function's source text usable in a page: the bundler adds calls of its helper `__name`, so the text brings
 * that along.
 */
export function forPage<Sent extends (...given: never[]) => unknown>(sent: Sent): Sent {
  // The original text, even if another application of this process has replaced `toString` already.
  const own = Function.prototype.toString.call(sent);
  const text = `(() => { const __name = (named) => named; return ${own}; })()`;
  return Object.defineProperty(sent, 'toString', { value: () => text, configurable: true });
}
