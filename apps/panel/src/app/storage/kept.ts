/** What this browser keeps under a key; null: nothing. One that stores nothing answers with `unknown`. */
export function readKept(key: string, unknown: string | null = null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unknown;
  }
}

/** For the next start; in a browser that stores nothing it holds for this page alone. Null takes it away. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
