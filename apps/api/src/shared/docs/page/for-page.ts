/**
 * A function whose text is sent to a page. The bundler wraps what is within it in a helper of its own, which keeps the names
 * of functions: the page has none, so the text brings one along.
 */
export function forPage<Sent extends (...given: never[]) => unknown>(sent: Sent): Sent {
  // Its own text, also where another application of this process was here before.
  const own = Function.prototype.toString.call(sent);
  const text = `(() => { const __name = (named) => named; return ${own}; })()`;
  return Object.defineProperty(sent, 'toString', { value: () => text, configurable: true });
}
