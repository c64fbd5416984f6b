/** The names that a project may get, by its identity, shortest first: `shop`, `ada/shop`, `example.com/ada/shop`. */
export function projectNames(identity: string): string[] {
  const parts = identity.split('/').filter((part) => part !== '');
  const names = parts.map((_, index) => parts.slice(parts.length - 1 - index).join('/'));
  return [...new Set([...names, identity])].filter((name) => name !== '');
}
